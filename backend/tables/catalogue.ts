// Reads the exposed schema: tables, columns, keys and functions. Every identifier in generated SQL
// comes from here.
import type { Database } from '../database/database.ts'
import catalogueSql from './catalogue.sql?raw'

/** Only this schema is reachable. */
export const exposedSchema = 'public'

/**
 * Tables and functions granted to the role `site_staff` are for staff and administrators, those
 * granted to `site_admin` for administrators only. The grants are in `database/schema/policies`.
 */
export type RequiredRole = 'staff' | 'admin'

export interface Column {
  name: string
  /** As SQL writes it, e.g. `timestamp with time zone`. */
  type: string
  default: string | null
}

export interface Table {
  name: string
  columns: Column[]
  primaryKey: string[]
  /** Column sets that are unique, the primary key included. */
  uniqueKeys: string[][]
  isInsertable: boolean
  isUpdatable: boolean
  isDeletable: boolean
  /** Row-level security hides some rows from some callers. */
  isGuarded: boolean
  /** The audience that reads all rows while others read none; null when there is no such rule. */
  audience: RequiredRole | null
  /** Visitors who are not signed in may write it. */
  isWrittenByVisitors: boolean
}

export interface ForeignKey {
  name: string
  table: string
  columns: string[]
  target: string
  targetColumns: string[]
}

export interface Parameter {
  name: string
  type: string
  isRequired: boolean
  isVariadic: boolean
}

export interface Routine {
  name: string
  parameters: Parameter[]
  isVolatile: boolean
  returnsSet: boolean
  returnsVoid: boolean
  /** Who may call it; null: every role with the grant. */
  audience: RequiredRole | null
  /** The columns that it returns; none for a scalar. */
  columns: Column[]
  /** The table whose rows it returns, if it does. */
  table: string | null
}

interface CatalogueRows {
  tables: Table[]
  foreignKeys: ForeignKey[]
  routines: Routine[]
  textSearchConfigurations: string[]
}

export interface Catalogue {
  tables: Map<string, Table>
  foreignKeys: ForeignKey[]
  /** Overloads share a name. */
  routines: Map<string, Routine[]>
  textSearchConfigurations: Set<string>
}

export async function readCatalogue(database: Database): Promise<Catalogue> {
  const { rows } = await database.query<{ catalogue: CatalogueRows }>(catalogueSql, [exposedSchema])
  const [row] = rows
  if (!row) throw new Error('The catalogue could not be read')
  const { tables, foreignKeys, routines, textSearchConfigurations } = row.catalogue
  return {
    tables: new Map(tables.map((table) => [table.name, table])),
    foreignKeys,
    routines: new Map(
      routines.map(({ name }) => [name, routines.filter((routine) => routine.name === name)]),
    ),
    textSearchConfigurations: new Set(textSearchConfigurations),
  }
}
