// Finds the parts of a request that only staff or administrators may read. They are refused before
// the caller's values reach the planner, which would compare them with statistics of rows that the
// caller may not see.
import { Problem } from '../problem.ts'
import type { RequiredRole, Routine, Table } from './catalogue.ts'
import type { ReadPlan } from './plan-read.ts'
import type { Preferences } from './preferences.ts'

export interface Access {
  /** The requested table or function, if it is restricted. */
  own: Guarded | undefined
  /** Embedded tables that are restricted. */
  embedded: Guarded[]
  /** The audience that may read all of it, so the query can be planned under that database role. */
  audience: RequiredRole | undefined
  /** No table in it has row-level restrictions. */
  isOpen: boolean
}

interface Named {
  kind: 'table' | 'function'
  name: string
}

export interface Guarded extends Named {
  audience: RequiredRole
}

export function accessToTable(table: Table, read: ReadPlan): Access {
  const tables = [table, ...embeddedTables(read)]
  return accessOf(guarded('table', table), tables, tables)
}

export function accessToFunction(routine: Routine, read: ReadPlan | undefined): Access {
  const tables = read ? embeddedTables(read) : []
  return accessOf(guarded('function', routine), tables, [routine, ...tables])
}

function accessOf(
  own: Guarded | undefined,
  tables: Table[],
  all: { audience: RequiredRole | null }[],
): Access {
  const [first] = all
  return {
    own,
    embedded: tables
      .filter(({ name }) => name !== own?.name)
      .map((table) => guarded('table', table))
      .filter((part) => part !== undefined),
    // With mixed audiences it is read as the caller, under each table's policies.
    audience: all.every(({ audience }) => audience === first?.audience)
      ? (first?.audience ?? undefined)
      : undefined,
    isOpen: tables.every(({ isGuarded }) => !isGuarded),
  }
}

function guarded(
  kind: Named['kind'],
  { name, audience }: { name: string; audience: RequiredRole | null },
): Guarded | undefined {
  return audience ? { kind, name, audience } : undefined
}

function embeddedTables(plan: ReadPlan): Table[] {
  return plan.embeds.flatMap(({ relationship: { target, junction }, plan: inner }) => [
    target,
    ...(junction ? [junction.table] : []),
    ...embeddedTables(inner),
  ])
}

/**
 * The planner's estimate ignores row-level security. Only callers who may see all rows get it; for
 * others their visible rows are counted.
 */
export function countFor(
  count: Preferences['count'],
  { audience, isOpen }: Access,
  isService: boolean,
): Preferences['count'] {
  const isGuess = count === 'planned' || count === 'estimated'
  return isGuess && !isService && !audience && !isOpen ? 'exact' : count
}

/** In PostgreSQL's wording. */
export function permissionDenied({ kind, name }: Named, isSignedIn: boolean): Problem {
  return new Problem('42501', {
    status: isSignedIn ? 403 : 401,
    message: `permission denied for ${kind} ${name}`,
  })
}
