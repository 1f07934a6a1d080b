// The schema as SQL files. Migrations create the tables, once each, in order of name: `auth/` and
// `storage/` hold what a hosted Supabase project already has (roles, the schemas of its services),
// `public/` is the product's own and runs on both. Definitions are everything that can be replaced:
// functions, views, triggers and policies, one file per subject, applied again when their text changes.
import { revision } from './schema/revision.ts'

export interface SqlFile {
  /** e.g. `public/20261119001200_reviews.sql` or `functions/roles.sql` */
  name: string
  sql: string
}

export interface Schema {
  migrations: SqlFile[]
  /** In order of dependency. */
  definitions: SqlFile[]
  /** Tells which of two versions has the newer definitions. */
  revision: number
}

const migrationFiles = import.meta.glob<string>('./schema/migrations/*/*.sql', {
  query: '?raw',
  import: 'default',
  eager: true,
})
const definitionFiles = import.meta.glob<string>(
  './schema/{functions,views,triggers,policies}/*.sql',
  { query: '?raw', import: 'default', eager: true },
)
/** Views and triggers call functions; policies apply to tables and views. */
const kinds = ['functions', 'views', 'triggers', 'policies']

export const schema: Schema = {
  migrations: Object.entries(migrationFiles)
    .map(([path, sql]) => ({ name: path.replace('./schema/migrations/', ''), sql }))
    .sort(byText(({ name }) => fileName(name))),
  definitions: Object.entries(definitionFiles)
    .map(([path, sql]) => ({ name: path.replace('./schema/', ''), sql }))
    .sort(byText(({ name }) => `${kinds.indexOf(name.split('/')[0] ?? '')} ${name}`)),
  revision: revision.number,
}

/** The name without its folder. */
export function fileName(name: string): string {
  return name.slice(name.indexOf('/') + 1)
}

function byText(textOf: (file: SqlFile) => string) {
  return (one: SqlFile, other: SqlFile) => (textOf(one) < textOf(other) ? -1 : 1)
}
