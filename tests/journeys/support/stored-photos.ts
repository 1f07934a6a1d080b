// The photographs in the store, read with the secret key, as a server of the company would.
import { readTable, secretKey } from './product.ts'

const bucket = 'enquiry-photos'

export async function idOfEnquiry(email: string): Promise<string | undefined> {
  const [enquiry] = await readTable(`enquiries?email=eq.${encodeURIComponent(email)}`)
  return enquiry && String(enquiry.id)
}

/** Names of the photographs of the enquiry from this address. */
export async function storedPhotos(email: string): Promise<string[]> {
  const id = await idOfEnquiry(email)
  if (!id) return []
  const answer = await fetch(`${process.env.PRODUCT_URL}/storage/v1/object/list/${bucket}`, {
    method: 'POST',
    headers: { apikey: secretKey, 'Content-Type': 'application/json' },
    body: JSON.stringify({ prefix: id }),
  })
  const rows = (await answer.json()) as { name: string }[]
  return rows.map(({ name }) => `${id}/${name}`)
}

export async function readPhoto(name: string): Promise<Buffer> {
  const answer = await fetch(`${process.env.PRODUCT_URL}/storage/v1/object/${bucket}/${name}`, {
    headers: { apikey: secretKey },
  })
  if (!answer.ok) throw new Error(`The photograph was answered with ${answer.status}`)
  return Buffer.from(await answer.arrayBuffer())
}
