// What a flood of photographs, or a broken folder, may not do to the others.
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { anEnquiry, openEnquiryService } from '#tests/support/enquiry-service.ts'

const address = '192.0.2.1'
const jpegStart = new Uint8Array([0xff, 0xd8, 0xff])

test('one visitor gets a bounded number of addresses, and can still send an enquiry', async () => {
  const opened = await openEnquiryService('embedded', { rateLimitScale: 1 })
  const answers = []
  for (let at = 0; at < 50; at += 1) answers.push(await opened.service.photos.issue(address))
  expect(answers.filter(({ kind }) => kind === 'issued')).toHaveLength(48)
  expect(answers.at(-1)).toMatchObject({ kind: 'tooMany' })
  expect((await opened.service.photos.issue('192.0.2.2')).kind).toBe('issued')
  expect((await opened.send(anEnquiry)).kind).toBe('accepted')
  await opened.close()
})

test('many networks of one IPv6 customer have a limit together', async () => {
  const opened = await openEnquiryService('embedded', { rateLimitScale: 0.1 })
  const { photos } = opened.service
  async function* bytes() {
    yield jpegStart
  }
  const issued = []
  const spooled = []
  for (let at = 0; at < 60; at += 1) {
    const network = `2001:db8:1:${at.toString(16)}::/64`
    issued.push((await photos.issue(network)).kind)
    spooled.push(
      await photos
        .spoolFor(network)(bytes())
        .then((file) => file.remove())
        .then(
          () => true,
          () => false,
        ),
    )
  }
  expect(issued.filter((kind) => kind === 'issued')).toHaveLength(38)
  expect(spooled.filter(Boolean)).toHaveLength(25)
  expect((await photos.issue('2001:db8:2:1::/64')).kind).toBe('issued')
  await opened.close()
})

test('a folder of files that cannot be read is told as that', async () => {
  const opened = await openEnquiryService('embedded')
  await rm(join(opened.dataDir, 'files'), { recursive: true, force: true })
  await writeFile(join(opened.dataDir, 'files'), 'in its place')
  expect(await opened.service.photos.issue(address)).toEqual({ kind: 'unavailable' })
  expect((await opened.send(anEnquiry)).kind).toBe('accepted')
  await opened.close()
})
