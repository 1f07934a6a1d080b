// Maps an assertion to a user: the subject id at the identity provider, the email address, and the
// claims that the attribute mapping selects.
import * as v from 'valibot'
import { readEmail } from '../accounts/contacts.ts'
import type { Metadata } from '../accounts/users.ts'
import { badRequest } from '../problems.ts'
import type { Assertion } from './assertion.ts'

const AttributeRule = v.object({
  name: v.optional(v.string()),
  names: v.optional(v.array(v.string())),
  default: v.optional(v.unknown()),
  array: v.optional(v.boolean()),
})
export const AttributeMapping = v.object({
  keys: v.optional(v.record(v.string(), AttributeRule)),
})
export type AttributeMapping = v.InferOutput<typeof AttributeMapping>

export interface SamlUser {
  /** The permanent id at the identity provider. */
  subject: string
  email: string
  claims: Metadata
}

const formats = {
  transient: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient',
  email: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
}
const subjectIdAttribute = 'urn:oasis:names:tc:SAML:attribute:subject-id'
const emailAttributes = [
  'urn:oid:0.9.2342.19200300.100.1.3',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
  'http://schemas.xmlsoap.org/claims/EmailAddress',
  'mail',
  'Mail',
  'email',
]

export function readSamlUser(assertion: Assertion, { keys = {} }: AttributeMapping): SamlUser {
  const subject = subjectOf(assertion)
  if (!subject) {
    throw badRequest(
      'saml_assertion_no_user_id',
      'SAML Assertion did not contain a persistent Subject Identifier attribute or Subject NameID uniquely identifying this user',
    )
  }
  const claims = Object.fromEntries(
    Object.entries(keys).flatMap(([key, rule]) => {
      const value = mapped(assertion, rule)
      return value === undefined ? [] : [[key, value]]
    }),
  )
  const email = typeof claims.email === 'string' ? claims.email : emailOf(assertion)
  if (!email) {
    throw badRequest('saml_assertion_no_email', 'SAML Assertion does not contain an email address')
  }
  return { subject, email: readEmail(email), claims }
}

function subjectOf(assertion: Assertion): string | undefined {
  const [named] = valuesOf(assertion, subjectIdAttribute)
  if (named) return named
  const { value, format } = assertion.nameId
  if (format === formats.email) return value.toLowerCase()
  // A transient NameID changes with every sign-in.
  return format === formats.transient ? undefined : value
}

function emailOf(assertion: Assertion): string | undefined {
  const [found] = emailAttributes.flatMap((name) => valuesOf(assertion, name))
  const { value, format } = assertion.nameId
  return found ?? (format === formats.email ? value : undefined)
}

function mapped(assertion: Assertion, rule: v.InferOutput<typeof AttributeRule>): unknown {
  const names = [rule.name ?? [], rule.names ?? []].flat()
  const values = names.flatMap((name) => valuesOf(assertion, name))
  if (values.length === 0) return rule.default ?? undefined
  return rule.array ? values : values[0]
}

function valuesOf({ attributes }: Assertion, wanted: string): string[] {
  return attributes
    .filter(({ name, friendlyName }) => name === wanted || friendlyName === wanted)
    .flatMap(({ values }) => values.filter(Boolean))
}
