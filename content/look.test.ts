import { describe, expect, test } from 'vitest'
import { demoContent, demoDocuments } from '#tools/demo-content.ts'
import { checkFirm } from './check-firm.ts'
import { contrast, mix } from './contrast.ts'
import { lookStyles, paleTexts, shippedLook } from './look.ts'

test('contrast is that of WCAG', () => {
  expect(contrast('#000000', '#ffffff')).toBe(21)
  expect(contrast('#ffffff', '#000000')).toBe(21)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
  expect(contrast('#14532d', '#14532d')).toBe(1)
})

test('a mixture lies between its colours', () => {
  expect(mix('#000000', '#ffffff', 0.5)).toBe('#808080')
  expect(mix('#0e3b26', '#ffffff', 0)).toBe('#0e3b26')
})

describe('the look', () => {
  test('adds nothing to a page that has the shipped colours', () => {
    expect(demoContent.look).toEqual(shippedLook)
    expect(lookStyles(demoContent.look)).toBe('')
  })

  test('sets the tokens of other colours, and those that follow from them', () => {
    const styles = lookStyles({ ...shippedLook, deep: '#12304a', accent: '#14507a' })
    expect(styles).toMatch(/^@layer theme\{:root:root\{--color-deep:#12304a;/)
    expect(styles).toContain('--color-green:#14507a')
    expect(styles).toContain('--firm-accent:#14507a')
    expect(styles).toContain('--color-on-deep:#d4dade')
  })

  test.each([
    [
      'deep',
      '#7fa58f',
      /^white text on the dark ground is hard to read: its contrast is 2\.\d+:1, and/,
    ],
    [
      'accent',
      '#2e9e5b',
      /^the colour of links and buttons on white is hard to read: its contrast is 3\.\d+:1/,
    ],
    [
      'onHivis',
      '#8a9a00',
      /^the text on the quote button is hard to read: its contrast is \d\.\d+:1/,
    ],
    [
      'stone',
      '#505050',
      /^dark text on the colour behind models is hard to read: its contrast is 2\.\d+:1/,
    ],
  ])('cannot be published with a pale %s', (name, value, message) => {
    const look = { ...shippedLook, [name]: value }
    const problems = checkFirm(new Map([...demoDocuments, ['look', look]]))
    expect(problems).toContainEqual({
      key: 'look',
      path: [name],
      message: expect.stringMatching(message),
    })
    expect(problems.every(({ isHint }) => !isHint)).toBe(true)
  })

  test('says what is too pale, and nothing of what is not', () => {
    expect(paleTexts(shippedLook)).toEqual([])
    expect(paleTexts({ ...shippedLook, hivis: '#ffffff', onHivis: '#777777' })).toEqual([
      {
        colour: 'onHivis',
        message:
          'the text on the quote button is hard to read: its contrast is 4.47:1, and at least 4.5:1 is needed',
      },
    ])
  })
})
