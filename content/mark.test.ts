import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { drawIcon, drawMark, markSchema, plainMark } from './mark.ts'

const shapes = (...all: object[]) => v.safeParse(markSchema, { shapes: all })

describe('a mark', () => {
  test('is drawn in two colours, lines and areas', () => {
    const mark = v.parse(markSchema, {
      shapes: [
        { outline: 'M5 36.5h30', line: 2.6 },
        { outline: 'M1 1h2v2Z', isSecondColour: true, isEvenOdd: true, transform: 'scale(0.5)' },
      ],
    })
    expect(drawMark(mark, { main: '#fff', second: '#d7f205' })).toBe(
      '<path d="M5 36.5h30" fill="none" stroke="#fff" stroke-width="2.6" stroke-linecap="round"/>' +
        '<path d="M1 1h2v2Z" transform="scale(0.5)" fill="#d7f205" fill-rule="evenodd"/>',
    )
  })

  test('stands in an icon of the firm’s colours', () => {
    const look = { deep: '#12304a', hivis: '#ffc93c' }
    const icon = drawIcon({ look, mark: plainMark }, 14)
    expect(icon).toContain('fill="#12304a"')
    expect(icon).toContain(plainMark.shapes[0]?.outline)
  })

  test.each([
    ['markup in a path', { outline: 'M1 1"/><script>alert(1)</script>' }],
    ['words', { outline: 'alert(1)' }],
    ['nothing', { outline: '' }],
    ['a url in a transform', { outline: 'M1 1h1', transform: 'url(https://x.test)' }],
    ['markup in a transform', { outline: 'M1 1h1', transform: 'scale(1)" onload="x' }],
    ['another field', { outline: 'M1 1h1', onload: 'x' }],
    ['a line of no width', { outline: 'M1 1h1', line: 0 }],
    ['too much detail', { outline: `M1 1${'h1'.repeat(2_000)}` }],
  ])('is refused with %s', (_, shape) => {
    expect(shapes(shape).success).toBe(false)
  })

  test('needs a shape, and has an end', () => {
    expect(shapes().success).toBe(false)
    expect(shapes(...Array.from({ length: 31 }, () => ({ outline: 'M1 1h1' }))).success).toBe(false)
    const long = { outline: `M1 1${'h1'.repeat(900)}` }
    expect(shapes(long, long).issues?.[0]?.message).toContain('too much detail')
  })
})
