// Documents for tests: PDFs, and files that only say that they are.
import { randomBytes } from 'node:crypto'

/** A PDF of one empty page, with bytes that are its own. Made to a size when one is given. */
export function pdf(words = 'Quote', size?: number): Buffer {
  const head = `%PDF-1.4
%${words} ${randomBytes(8).toString('hex')}
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj
`
  const tail = `trailer<</Root 1 0 R/Size 4>>\nstartxref\n9\n%%EOF\n`
  const filling = size === undefined ? 0 : size - head.length - tail.length
  return Buffer.concat([Buffer.from(head), Buffer.alloc(filling, '%'), Buffer.from(tail)])
}

/** Named .pdf by somebody. */
export const pretended = {
  html: Buffer.from('<!doctype html><script>alert(1)</script>%PDF-1.4 startxref 1 %%EOF'),
  svg: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
  zip: Buffer.concat([Buffer.from('PK\x03\x04'), randomBytes(200)]),
  'half a PDF': pdf('Half').subarray(0, 150),
  'a text before it': Buffer.concat([Buffer.from('\n'), pdf()]),
} as const
