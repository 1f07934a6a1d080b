// How PostgreSQL's types are parsed, the same for both engines.
import pg from 'pg'

const { builtins } = pg.types

const asText = (text: string) => text
const parsers = new Map<number, (text: string) => unknown>([
  [builtins.INT8, Number],
  // A date has no time zone: node-postgres would make it midnight in the server's zone.
  [builtins.DATE, asText],
  // Columns without a zone are UTC by convention (auth.sessions.refreshed_at).
  [builtins.TIMESTAMP, (text) => new Date(`${text.replace(' ', 'T')}Z`)],
])

export const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    (format === 'text' || format === undefined ? parsers.get(oid) : undefined) ??
    pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
}
