// Uploads on their way to the disk: together they leave the space alone that the database needs, and a
// fault of the disk is not blamed on the sender.
import { execFileSync } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { StoreFull, StoreUnavailable } from '#backend/files/file-store.ts'
import { openSpool } from '#backend/files/spool.ts'
import { readUpload } from '#backend/storage/read-upload.ts'
import { whyNoMount } from '#tests/support/small-disk.ts'

const megabyte = 1024 * 1024
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spool-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function* pieces(count: number, beforeEach = async (_at: number) => {}) {
  for (let at = 0; at < count; at += 1) {
    await beforeEach(at)
    yield new Uint8Array(megabyte)
  }
}

test('an upload ends when the disk fills while it arrives, and leaves nothing', async () => {
  const limits = { minFreeBytes: 0 }
  const spool = openSpool(folder, limits)
  let arrived = 0
  const bytes = pieces(8, async (at) => {
    arrived = at
    if (at === 2) limits.minFreeBytes = Number.MAX_SAFE_INTEGER
  })
  await expect(spool.write(bytes, 20 * megabyte)).rejects.toThrow(StoreFull)
  expect(arrived).toBeLessThan(4)
  expect(await readdir(folder)).toEqual([])
})

test.skipIf(whyNoMount())('many at once leave the reserve alone', async () => {
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=32m', 'tmpfs', folder])
  try {
    const reserve = 16 * megabyte
    const spool = openSpool(folder, { minFreeBytes: reserve })
    let least = Infinity
    const look = async () => {
      least = Math.min(least, await spool.freeBytes())
    }
    const ends = await Promise.allSettled(
      Array.from({ length: 12 }, () => spool.write(pieces(8, look), 20 * megabyte)),
    )
    expect(ends.some(({ status }) => status === 'rejected')).toBe(true)
    expect(least).toBeGreaterThanOrEqual(reserve)
    for (const end of ends) if (end.status === 'fulfilled') await end.value.remove()
    expect(await readdir(folder)).toEqual([])
  } finally {
    execFileSync('umount', [folder])
  }
})

test.each(['image/jpeg', 'multipart/form-data; boundary=x'])(
  'a folder that cannot be written is a fault of the machine, for %s',
  async (type) => {
    const place = join(folder, 'incoming')
    await writeFile(place, 'in its place')
    const file = 'Content-Disposition: form-data; name=""; filename="a.jpg"'
    const request = new Request('https://x.test/', {
      method: 'PUT',
      headers: { 'Content-Type': type },
      body: `--x\r\n${file}\r\n\r\nabc\r\n--x--\r\n`,
    })
    await expect(readUpload(request, openSpool(place), megabyte)).rejects.toThrow(StoreUnavailable)
  },
)
