import { expect, test } from 'vitest'
import { stylePart, stylesShownIn } from './style-parts.ts'

const steps = stylePart(
  '@layer components{.steps{gap:1rem}@media print{.steps-head,.steps p{gap:0}}}',
)
const faqs = stylePart('@layer components{.faqs{gap:2rem}.faqs .wrap{color:red}}')

test('a part is known by the classes that its rules begin with', () => {
  expect([...steps.classes]).toEqual(['steps', 'steps-head'])
  expect([...faqs.classes]).toEqual(['faqs'])
})

test('a page carries the parts that it shows, in their order', () => {
  expect(stylesShownIn('<ol class="wrap steps"></ol>', [steps, faqs])).toBe(steps.css)
  expect(stylesShownIn('<p class="faqs"></p><ol class="steps"></ol>', [steps, faqs])).toBe(
    steps.css + faqs.css,
  )
  expect(stylesShownIn('<p class="wrap">steps</p>', [steps, faqs])).toBe('')
})
