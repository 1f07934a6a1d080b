// Other users of the machine cannot read or change the product's files.
import { chmod, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillDataDir } from '#tests/support/databases.ts'
import { createProduct, type Product } from '#tests/support/product.ts'

let product: Product
beforeAll(async () => {
  product = await createProduct()
  // As an earlier version left it: readable by all users.
  await fillDataDir(product.dataDir)
  await writeFile(join(product.dataDir, 'left-open'), 'x')
  await chmod(join(product.dataDir, 'left-open'), 0o666)
  await chmod(product.dataDir, 0o755)
  await product.start()
  const enquiry = new URLSearchParams({
    name: 'Ann Lee',
    email: 'ann@example.com',
    phone: '01632 960001',
    address: 'WR1 2AB',
    service: 'Other',
    message: 'Please call me back about the hedge',
    gdpr_consent: 'on',
  })
  await fetch(`${product.url}/api/webhooks/contact`, { method: 'POST', body: enquiry })
})
afterAll(() => product.remove())

test('no file or folder in DATA_DIR is open to another user', async () => {
  await expect.poll(() => readdir(product.dataDir)).toContain('outbox')
  const names = await readdir(product.dataDir, { recursive: true })
  expect(names.length).toBeGreaterThan(500)
  const modes = await Promise.all(
    ['.', ...names].map(async (name) => {
      const found = await stat(join(product.dataDir, name)).catch(() => undefined)
      return found && (found.mode & 0o077) !== 0 ? [`${name} ${found.mode.toString(8)}`] : []
    }),
  )
  expect(modes.flat()).toEqual([])
})
