// Mounts the services at the addresses that the Supabase clients expect.
import { Hono } from 'hono'

export interface Services {
  auth?: Hono
  tables?: Hono
  functions?: Hono
}

export function backend({ auth, tables, functions }: Services): Hono {
  const app = new Hono()
  if (auth) app.route('/auth/v1', auth)
  if (tables) app.route('/rest/v1', tables)
  if (functions) app.route('/functions/v1', functions)
  return app
}
