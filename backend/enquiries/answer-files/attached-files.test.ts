import { expect, test } from 'vitest'
import { StoreUnavailable } from '../../files/file-store.ts'
import { readAttachments } from './attached-files.ts'

const files = ['one', 'two'].map((id) => ({
  id,
  name: `${id}.pdf`,
  contentType: 'application/pdf',
}))
const bytes = new Uint8Array([1])

test('a store that does not answer is told in words for staff', async () => {
  const read = () => Promise.reject(new StoreUnavailable(new Error('ECONNREFUSED')))
  await expect(readAttachments({ read }, files)).rejects.toThrow(
    'The attachments cannot be read: the file store does not answer',
  )
})

test('a missing file is told by its place, without its name', async () => {
  const read = async (id: string) => (id === 'one' ? bytes : undefined)
  await expect(readAttachments({ read }, files)).rejects.toThrow(
    'Attachment 2 of 2 is missing in the file store',
  )
})

test('files are attached in their order', async () => {
  const attached = await readAttachments({ read: async () => bytes }, files)
  expect(attached.map(({ fileName }) => fileName)).toEqual(['one.pdf', 'two.pdf'])
})
