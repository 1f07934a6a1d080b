// The SQL files, in the order in which they are applied. `auth/` holds what a hosted Supabase project
// brings itself (roles, the auth schema); `public/` is the product's own and runs on both.
import type { Migration } from './migrate.ts'

const files = import.meta.glob<string>('./migrations/*/*.sql', {
  query: '?raw',
  import: 'default',
  eager: true,
})

export const migrations: Migration[] = Object.entries(files)
  .map(([path, sql]) => ({ name: path.replace('./migrations/', ''), sql }))
  .sort((one, other) => (fileName(one) < fileName(other) ? -1 : 1))

function fileName({ name }: Migration): string {
  return name.slice(name.indexOf('/') + 1)
}
