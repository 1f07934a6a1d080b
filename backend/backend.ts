// Mounts the services at the addresses that the Supabase clients expect.
import { type Env, Hono } from 'hono'

export interface Services<AuthEnv extends Env, TablesEnv extends Env> {
  auth?: Hono<AuthEnv>
  tables: Hono<TablesEnv>
}

export function backend<AuthEnv extends Env, TablesEnv extends Env>({
  auth,
  tables,
}: Services<AuthEnv, TablesEnv>): Hono {
  const app = new Hono()
  if (auth) app.route('/auth/v1', auth)
  app.route('/rest/v1', tables)
  return app
}
