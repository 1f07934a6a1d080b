// The trust claims that pages repeat.
import * as v from 'valibot'
import { pointSchema } from './page.ts'
import { list } from './text.ts'

export const trustSchema = v.strictObject({ claims: list(pointSchema, 6, 1) })
export type TrustClaim = v.InferOutput<typeof pointSchema>
