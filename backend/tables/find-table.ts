// Finds the requested table in the catalogue.
import { Problem } from '../problem.ts'
import { type Catalogue, exposedSchema, type Table } from './catalogue.ts'
import { closestName } from './closest-name.ts'

export function findTable({ tables }: Catalogue, name: string): Table {
  const table = tables.get(name)
  if (table) return table
  const closest = closestName(name, tables.keys())
  throw new Problem('PGRST205', {
    status: 404,
    message: `Could not find the table '${exposedSchema}.${name}' in the schema cache`,
    ...(closest && { hint: `Perhaps you meant the table '${exposedSchema}.${closest}'` }),
  })
}
