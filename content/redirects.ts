// Paths that have moved, with where they lead now.
import * as v from 'valibot'
import { path } from './text.ts'

export const redirectsSchema = v.record(path, path)
export type Redirects = v.InferOutput<typeof redirectsSchema>
