import { secretKey } from './product.ts'

/** With the secret key, as a server of the company would. */
export async function postAsServer(
  origin: string | undefined,
  path: string,
  body: object,
): Promise<Record<string, unknown>> {
  const answer = await fetch(`${origin}/${path}`, {
    method: 'POST',
    headers: {
      apikey: secretKey,
      Authorization: `Bearer ${secretKey}`,
      'Content-Type': 'application/json',
      Accept: 'application/json',
    },
    body: JSON.stringify(body),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`)
  return text ? JSON.parse(text) : {}
}
