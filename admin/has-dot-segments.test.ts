import { expect, test } from 'vitest'
import { hasDotSegments } from './has-dot-segments.ts'

const sign = 'https://x.test/storage/v1/object/sign/site-pictures'

test.each([
  ['a name that climbs', `${sign}/../../../../../functions/v1/staff-remove-mail-server?.jpg`],
  ['one that climbs in another spelling', `${sign}/%2E%2e/.%2e/x.jpg`],
  ['one with backslashes', `${sign}/..\\..\\x.jpg`],
  ['one that ends in dots', `${sign}/..`],
])('%s has dot segments', (_, address) => expect(hasDotSegments(address)).toBe(true))

test.each([
  ['a photograph', `${sign}/0123456789abcdef0123456789abcdef.jpg`],
  ['dots in a name', `${sign}/a..b/...x.jpg`],
  ['a search for such words', 'https://x.test/rest/v1/enquiry_desk?search_text=like.*/../*'],
])('%s has none', (_, address) => expect(hasDotSegments(address)).toBe(false))
