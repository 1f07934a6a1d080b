import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { shippedLook } from '#content/look.ts'

const tokenOf: Record<keyof typeof shippedLook, string> = {
  ...{ deep: 'deep', accent: 'green', hivis: 'hivis', onHivis: 'on-hivis', stone: 'stone' },
}

test('the shipped look is that of the stylesheet', () => {
  const tokens = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')
  for (const [name, colour] of Object.entries(shippedLook)) {
    expect(tokens).toContain(`--color-${tokenOf[name as keyof typeof tokenOf]}: ${colour};`)
  }
})
