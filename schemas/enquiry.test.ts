import { expect, test } from 'vitest'
import { checkEnquiry, takePostcode } from './enquiry.ts'

const errorsFor = (email: string) => {
  const check = checkEnquiry({ email }, ['Other'])
  return check.isValid ? {} : check.errors
}

test.each(["o'neill@post.example.co.uk", 'a+b@x.wales', 'jane@gmail.com'])(
  '%s is an address',
  (email) => expect(errorsFor(email).email).toBeUndefined(),
)

test.each(['jane@gmail', 'jane', '@x.example', 'jane@x.', 'a b@x.example', ''])(
  '%j is none',
  (email) => expect(errorsFor(email).email).toBe('Invalid email address'),
)

test('of a pasted address the postcode is taken, and nothing is cut', () => {
  expect(takePostcode('14 Wells Road, Malvern WR14 4PA')).toBe('WR14 4PA')
  for (const typed of ['WR14 4PA', 'wr14', 'WR14 4PA or WR5 1PH', '14 Wells Road, Malvern']) {
    expect(takePostcode(typed)).toBe(typed)
  }
})
