// The file for a person who asks for their data: JSON, and with photographs or attachments a zip of all.
import { downloadZip } from 'client-zip'
import { fetchPhoto } from '../enquiries/photos.ts'

interface ExportedFile {
  /** A signed URL, for an hour. */
  url: string
  [about: string]: unknown
}

interface ExportedEnquiry {
  reference: string | null
  photos: ExportedFile[]
  attachments: (ExportedFile & { name: string })[]
  [column: string]: unknown
}

export interface PersonExport {
  enquiries: ExportedEnquiry[]
  [part: string]: unknown
}

export async function makeExportFile(data: PersonExport): Promise<{ name: string; blob: Blob }> {
  const name = `personal-data-${new Date().toISOString().slice(0, 10)}`
  const files = data.enquiries.flatMap((enquiry) => [
    ...enquiry.photos.map(({ url }, at) => ({ file: photoFile(enquiry, at), url })),
    ...enquiry.attachments.map(({ url }, at) => ({ file: attachmentFile(enquiry, at), url })),
  ])
  const json = new Blob([JSON.stringify(withFileNames(data), null, 2)], {
    type: 'application/json;charset=utf-8',
  })
  if (files.length === 0) return { name: `${name}.json`, blob: json }
  const entries = await Promise.all(
    files.map(async ({ file, url }) => ({
      name: file,
      input: await fetchPhoto(atThisOrigin(url)),
    })),
  )
  const zip = downloadZip([{ name: `${name}.json`, input: json }, ...entries])
  return { name: `${name}.zip`, blob: await zip.blob() }
}

/** The links end after an hour; the files are in the zip. */
function withFileNames(data: PersonExport) {
  return {
    ...data,
    enquiries: data.enquiries.map((enquiry) => ({
      ...enquiry,
      photos: enquiry.photos.map(({ url: _, ...about }, at) => ({
        ...about,
        file: photoFile(enquiry, at),
      })),
      attachments: enquiry.attachments.map(({ url: _, ...about }, at) => ({
        ...about,
        file: attachmentFile(enquiry, at),
      })),
    })),
  }
}

function photoFile({ reference }: ExportedEnquiry, at: number): string {
  return `photos/${reference ?? 'enquiry'}-${at + 1}.jpg`
}

/** Two may have one name. */
function attachmentFile({ reference, attachments }: ExportedEnquiry, at: number): string {
  return `attachments/${reference ?? 'enquiry'}-${at + 1} ${attachments[at]?.name ?? ''}`
}

/** The server writes its public address; the dashboard may be open at another one. */
function atThisOrigin(url: string): string {
  const { pathname, search } = new URL(url)
  return pathname + search
}
