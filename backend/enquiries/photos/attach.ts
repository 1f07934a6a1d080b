// Gives uploaded photographs to enquiries, and lists them.
import type { Queryable } from '../../database/database.ts'
import { photoBucket } from './photo-storage.ts'

export interface WithUploads {
  enquiryId: string
  uploads: string[]
}

/** Returns the uploads that each enquiry has afterwards. */
export async function attachPhotos(tx: Queryable, requested: WithUploads[]): Promise<string[][]> {
  const { rows } = await tx.query<{ attached: string[] }>(
    `select to_jsonb(internal.attach_photos(
       "enquiryId", array(select jsonb_array_elements_text(uploads)::uuid)
     )) as attached
     from rows from (jsonb_to_recordset($1::jsonb) as ("enquiryId" uuid, uploads jsonb))
       with ordinality
     order by ordinality`,
    [JSON.stringify(requested)],
    { name: 'attach-photos' },
  )
  return rows.map(({ attached }) => attached)
}

export interface EnquiryPhoto {
  name: string
  width: number
  height: number
  size: number
}

/** In the order in which they were added. As a range, so that an index is used: 0 follows the slash. */
export async function listPhotos(database: Queryable, enquiryId: string): Promise<EnquiryPhoto[]> {
  const { rows } = await database.query<EnquiryPhoto>(
    `select name, (metadata ->> 'width')::int as width, (metadata ->> 'height')::int as height,
       (metadata ->> 'size')::int as size
     from storage.objects
     where bucket_id = $1 and name collate "C" >= $2::text || '/'
       and name collate "C" < $2::text || '0'
     order by name collate "C"`,
    [photoBucket, enquiryId],
    { name: 'list-photos' },
  )
  return rows
}
