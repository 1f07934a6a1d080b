import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { shippedLook } from '#content/look.ts'

const tokenOf: Record<keyof typeof shippedLook, string> = {
  ...{ deep: 'deep', accent: 'green', hivis: 'hivis', onHivis: 'on-hivis', stone: 'stone' },
}

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')

test('the shipped look is that of the stylesheet', () => {
  const tokens = read('./tokens.css')
  for (const [name, colour] of Object.entries(shippedLook)) {
    expect(tokens).toContain(`--color-${tokenOf[name as keyof typeof tokenOf]}: ${colour};`)
  }
})

test("the preview of a review has the firm's accent, or the shipped one", () => {
  const preview = read('../admin/styles/reviews.css')
  expect(preview).toContain(`--color-green: var(--firm-accent, ${shippedLook.accent});`)
})
