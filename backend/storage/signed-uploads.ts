// Uploads with a signed URL: the server gave the visitor a place for one picture.
import { Hono } from 'hono'
import { uploadLimit } from '../files/upload-limit.ts'
import { takeWithin } from '../limits/network.ts'
import { pathOf } from './downloads.ts'
import { invalidToken, tooMany } from './problems.ts'
import { type StorageDeps, type StorageEnv, service } from './service.ts'
import { checkUpload } from './signed-urls.ts'
import { upload } from './upload.ts'

export function signedUploads(deps: StorageDeps): Hono<StorageEnv> {
  const app = new Hono<StorageEnv>()
  app.put('/object/upload/sign/:bucket/:name{.+}', async (c) => {
    const path = pathOf(c)
    const token = c.req.query('token')
    if (!token) throw invalidToken('A token is missing')
    const grant = await checkUpload(deps.keys, path, token)
    const network = deps.clientNetwork(c.req.raw)
    const { bucket, perVisitor } = uploadLimit
    const verdict = await takeWithin(deps.limits, bucket, network, perVisitor)
    if (!verdict.allowed) {
      c.header('Retry-After', String(verdict.retryAfterSeconds))
      throw tooMany()
    }
    // The permission was checked when the token was signed.
    c.set('caller', service)
    const { Key } = await upload(deps, c, { ...path, ...grant })
    return c.json({ Key })
  })
  return app
}
