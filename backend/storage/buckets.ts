// Buckets. Policies give them to the secret key alone.
import { Hono } from 'hono'
import * as v from 'valibot'
import { requireSmallBody } from '../http/limit-body.ts'
import { removeNamed } from './changes.ts'
import { parse } from './list.ts'
import { requireBucketName } from './names.ts'
import { accessDenied, bucketNotEmpty, invalidParameter, noSuchBucket } from './problems.ts'
import { runAs, type StorageContext, type StorageDeps, type StorageEnv } from './service.ts'

const columns = `id, name, coalesce(owner_id, '') as owner, public, 'STANDARD' as type,
  file_size_limit::float8 as file_size_limit, to_jsonb(allowed_mime_types) as allowed_mime_types,
  created_at, updated_at`

const settings = {
  public: v.optional(v.nullable(v.boolean())),
  file_size_limit: v.optional(v.nullable(v.union([v.number(), v.string()]))),
  allowed_mime_types: v.optional(
    v.nullable(v.pipe(v.array(v.pipe(v.string(), v.maxLength(100))), v.maxLength(50))),
  ),
}
const createSchema = v.object({ id: v.optional(v.string()), name: v.string(), ...settings })
const updateSchema = v.object(settings)

/** Mounted at /bucket. */
export function buckets(deps: StorageDeps): Hono<StorageEnv> {
  const app = new Hono<StorageEnv>()

  app.get('/', async (c) => {
    const { rows } = await runAs(deps, c, (tx) =>
      tx.query(`select ${columns} from storage.buckets order by name limit 1000`),
    )
    return c.json(rows)
  })

  app.post('/', async (c) => {
    const bucket = parse(createSchema, await readJson(c))
    const id = requireBucketName(bucket.id ?? bucket.name)
    await runAs(deps, c, (tx) =>
      tx.query(
        `insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
         values ($1, $2, $3, $4, $5)`,
        [
          id,
          requireBucketName(bucket.name),
          bucket.public ?? false,
          readSize(bucket.file_size_limit) ?? null,
          bucket.allowed_mime_types ?? null,
        ],
      ),
    )
    return c.json({ name: bucket.name })
  })

  app.get('/:id', async (c) => {
    const { rows } = await runAs(deps, c, (tx) =>
      tx.query(`select ${columns} from storage.buckets where id = $1`, [c.req.param('id')]),
    )
    if (!rows[0]) throw noSuchBucket()
    return c.json(rows[0])
  })

  app.put('/:id', async (c) => {
    const changes = parse(updateSchema, await readJson(c))
    const { count } = await runAs(deps, c, (tx) =>
      tx.query(
        `update storage.buckets set public = coalesce($2, public),
           file_size_limit = case when $3 then $4 else file_size_limit end,
           allowed_mime_types = case when $5 then $6 else allowed_mime_types end, updated_at = now()
         where id = $1`,
        [
          c.req.param('id'),
          changes.public ?? null,
          changes.file_size_limit !== undefined,
          readSize(changes.file_size_limit) ?? null,
          changes.allowed_mime_types !== undefined,
          changes.allowed_mime_types ?? null,
        ],
      ),
    )
    if (count === 0) throw noSuchBucket()
    return c.json({ message: 'Successfully updated' })
  })

  app.post('/:id/empty', async (c) => {
    await requireVisible(deps, c)
    await removeNamed(deps, c, c.req.param('id'))
    return c.json({ message: 'Successfully emptied' })
  })

  app.delete('/:id', async (c) => {
    await requireVisible(deps, c)
    await runAs(deps, c, async (tx) => {
      const { count } = await tx.query('delete from storage.buckets where id = $1', [
        c.req.param('id'),
      ])
      if (count === 0) throw accessDenied('This bucket cannot be deleted')
    }).catch((error) => {
      throw error instanceof Error && 'code' in error && error.code === '23503'
        ? bucketNotEmpty()
        : error
    })
    return c.json({ message: 'Successfully deleted' })
  })
  return app
}

async function requireVisible(deps: StorageDeps, c: StorageContext): Promise<void> {
  await runAs(deps, c, async (tx) => {
    const { count } = await tx.query('select from storage.buckets where id = $1', [
      c.req.param('id'),
    ])
    if (count === 0) throw noSuchBucket()
  })
}

export async function readJson(c: StorageContext): Promise<unknown> {
  await requireSmallBody(c)
  return c.req.json().catch(() => {
    throw invalidParameter('The body must be JSON')
  })
}

const units: Record<string, number> = { B: 1, KB: 1e3, MB: 1e6, GB: 1e9 }

/** `20MB`, or a number of bytes. */
function readSize(limit: number | string | null | undefined): number | undefined {
  if (limit === null || limit === undefined) return undefined
  const [, amount, unit = 'B'] = /^(\d{1,15})\s*(B|KB|MB|GB)?$/i.exec(String(limit)) ?? []
  if (amount === undefined) {
    throw invalidParameter('Invalid file size format, hint: use 20GB / 20MB / 30KB / 3B')
  }
  return Number(amount) * (units[unit.toUpperCase()] ?? 1)
}
