// The photographs of an enquiry: thumbnails in the record, a large view over the page.

import { useMutation, useQuery } from '@tanstack/react-query'
import { downloadZip } from 'client-zip'
import { Download } from 'lucide-react'
import { useState } from 'react'
import type { Enquiry } from '#schemas/tables.ts'
import { Button } from '#ui/button/button.tsx'
import { toMessage } from '../../errors.ts'
import { showError } from '../../notices/notices.tsx'
import { saveBlob } from '../../parts/save-file.ts'
import { PhotoView } from './photo-view.tsx'
import { type EnquiryPhoto, fetchPhoto, fileName, photosQuery } from './photos.ts'

export function PhotoGallery({ enquiry }: { enquiry: Enquiry }) {
  const { reference, id } = enquiry
  const { data: photos = [] } = useQuery({
    ...photosQuery(id),
    enabled: enquiry.erased_at === null,
  })
  const [opened, setOpened] = useState<number>()
  const save = useMutation({
    mutationFn: () => zip(photos, reference),
    onSuccess: (blob) => saveBlob(`${reference ?? 'enquiry'}-photos.zip`, blob),
    onError: (error) => showError(toMessage(error, 'Failed to save photos')),
  })
  if (photos.length === 0) return null
  return (
    <section aria-labelledby="photos-heading" className="photos">
      <h4 id="photos-heading">Photos</h4>
      <ul>
        {photos.map((photo, at) => (
          <li key={photo.name}>
            <button type="button" onClick={() => setOpened(at)}>
              <img src={photo.thumbnailUrl} alt={`${at + 1} of ${photos.length}`} />
            </button>
          </li>
        ))}
      </ul>
      {photos.length > 1 && (
        <Button isBusy={save.isPending} onClick={() => save.mutate()}>
          <Download aria-hidden="true" />
          {save.isPending ? 'Saving…' : 'Save all as a zip'}
        </Button>
      )}
      {opened !== undefined && (
        <PhotoView
          photos={photos}
          at={opened}
          reference={reference}
          onMove={setOpened}
          onClose={() => setOpened(undefined)}
        />
      )}
    </section>
  )
}

async function zip(photos: EnquiryPhoto[], reference: string | null): Promise<Blob> {
  const entries = await Promise.all(
    photos.map(async (photo) => ({
      name: fileName(photo, reference),
      input: await fetchPhoto(photo.url),
    })),
  )
  return downloadZip(entries).blob()
}
