// Mounts the services at the addresses that the Supabase clients expect.
import { type Env, Hono } from 'hono'

export interface Services<
  AuthEnv extends Env,
  TablesEnv extends Env,
  StorageEnv extends Env,
  FunctionsEnv extends Env,
> {
  auth?: Hono<AuthEnv>
  tables: Hono<TablesEnv>
  storage?: Hono<StorageEnv>
  functions?: Hono<FunctionsEnv>
}

export function backend<
  AuthEnv extends Env,
  TablesEnv extends Env,
  StorageEnv extends Env,
  FunctionsEnv extends Env,
>({
  auth,
  tables,
  storage,
  functions,
}: Services<AuthEnv, TablesEnv, StorageEnv, FunctionsEnv>): Hono {
  const app = new Hono()
  if (auth) {
    app.route('/auth/v1', auth)
    // RFC 8414 puts the name of the document before the path of the service that it describes.
    app.get('/.well-known/oauth-authorization-server/auth/v1', ({ req }) => {
      const requested = new URL('/.well-known/oauth-authorization-server', req.url)
      return auth.fetch(new Request(requested, { headers: req.raw.headers }))
    })
  }
  app.route('/rest/v1', tables)
  if (storage) app.route('/storage/v1', storage)
  if (functions) app.route('/functions/v1', functions)
  return app
}
