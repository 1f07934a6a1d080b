import { expect, test } from 'vitest'
import { checkEnquiry } from './enquiry.ts'

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
