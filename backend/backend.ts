// Mounts the services at the addresses that the Supabase clients expect.
import { type Env, Hono } from 'hono'

export interface Services<AuthEnv extends Env, TablesEnv extends Env, FunctionsEnv extends Env> {
  auth?: Hono<AuthEnv>
  tables: Hono<TablesEnv>
  functions?: Hono<FunctionsEnv>
}

export function backend<AuthEnv extends Env, TablesEnv extends Env, FunctionsEnv extends Env>({
  auth,
  tables,
  functions,
}: Services<AuthEnv, TablesEnv, FunctionsEnv>): Hono {
  const app = new Hono()
  if (auth) app.route('/auth/v1', auth)
  app.route('/rest/v1', tables)
  if (functions) app.route('/functions/v1', functions)
  return app
}
