// Which names buckets and objects may have: those of Supabase Storage, which are safe in S3 too. A
// question mark is left out, because the official client does not encode it in an address.
import { invalidBucketName, invalidKey } from './problems.ts'

const characters = "\\w!\\-.*'() &$@=;:+,"
const bucketShape = new RegExp(`^[${characters}]{1,100}$`)
const keyShape = new RegExp(`^[${characters}/]{1,1024}$`)

export function requireBucketName(name: string): string {
  if (!bucketShape.test(name) || name.trim() !== name) throw invalidBucketName()
  return name
}

export function requireKey(name: string): string {
  const parts = name.split('/')
  if (!keyShape.test(name) || parts.some((part) => part === '' || part === '.' || part === '..')) {
    throw invalidKey(name.slice(0, 100))
  }
  return name
}
