// The photographs of an enquiry, by signed URLs: an <img> cannot send the token of the session.
import { queryOptions } from '@tanstack/react-query'
import { files } from '../../api.ts'

export interface EnquiryPhoto {
  /** `1.jpg` */
  name: string
  /** The picture as it is stored. */
  url: string
  thumbnailUrl: string
}

const photos = files.from('enquiry-photos')
const hour = 3600
/** The size that the server has made already. */
const thumbnail = { width: 480, height: 480, resize: 'contain' } as const

export const photosQuery = (enquiryId: string) =>
  queryOptions({
    queryKey: ['photos', enquiryId],
    queryFn: () => readPhotos(enquiryId),
    // Well within the life of the URLs: new ones would load every picture again.
    staleTime: (hour / 2) * 1000,
    meta: { failed: 'Failed to fetch photos' },
  })

async function readPhotos(enquiryId: string): Promise<EnquiryPhoto[]> {
  const listed = await photos.list(enquiryId)
  if (listed.error) throw listed.error
  if (listed.data.length === 0) return []
  const paths = listed.data.map(({ name }) => `${enquiryId}/${name}`)
  const [whole, small] = await Promise.all([
    photos.createSignedUrls(paths, hour),
    Promise.all(paths.map((path) => photos.createSignedUrl(path, hour, { transform: thumbnail }))),
  ])
  if (whole.error) throw whole.error
  return listed.data.flatMap(({ name }, at) => {
    const url = whole.data[at]?.signedUrl
    const thumbnailUrl = small[at]?.data?.signedUrl
    return url && thumbnailUrl ? [{ name, url, thumbnailUrl }] : []
  })
}

/** The name under which a browser saves it. */
export function fileName(photo: EnquiryPhoto, reference: string | null): string {
  return `${reference ?? 'enquiry'}-photo-${photo.name}`
}

export function downloadUrl(photo: EnquiryPhoto, reference: string | null): string {
  return `${photo.url}&download=${encodeURIComponent(fileName(photo, reference))}`
}

export async function fetchPhoto(url: string): Promise<Response> {
  const response = await fetch(url)
  if (!response.ok) throw new Error('A photo could not be read')
  return response
}
