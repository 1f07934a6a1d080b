// Which parts of a request are for staff or administrators alone. They are refused before the caller's
// values reach the planner, which would compare them with samples of rows that the caller may not see.
import { Problem } from '../problem.ts'
import type { Audience, Routine, Table } from './catalogue.ts'
import type { ReadPlan } from './plan-read.ts'
import type { Preferences } from './preferences.ts'

export interface Access {
  /** What is asked for itself, when not everybody may. */
  own: Guarded | undefined
  /** What hangs on it and is not for everybody. */
  embedded: Guarded[]
  /** These read everything in it, so it may be planned as for their database role. */
  audience: Audience | undefined
  /** Nothing in it has rows that some callers see and others do not. */
  isOpen: boolean
}

interface Named {
  kind: 'table' | 'function'
  name: string
}

export interface Guarded extends Named {
  audience: Audience
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
  all: { audience: Audience | null }[],
): Access {
  const [first] = all
  return {
    own,
    embedded: tables
      .filter(({ name }) => name !== own?.name)
      .map((table) => guarded('table', table))
      .filter((part) => part !== undefined),
    // A mixture is read as the caller, under the policies of each.
    audience: all.every(({ audience }) => audience === first?.audience)
      ? (first?.audience ?? undefined)
      : undefined,
    isOpen: tables.every(({ isGuarded }) => !isGuarded),
  }
}

function guarded(
  kind: Named['kind'],
  { name, audience }: { name: string; audience: Audience | null },
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
 * The planner's estimate counts rows whoever asks. Only who may see them all gets it; for others the
 * rows that they see are counted.
 */
export function countFor(
  count: Preferences['count'],
  { audience, isOpen }: Access,
  isService: boolean,
): Preferences['count'] {
  const isGuess = count === 'planned' || count === 'estimated'
  return isGuess && !isService && !audience && !isOpen ? 'exact' : count
}

/** As PostgreSQL says it. */
export function permissionDenied({ kind, name }: Named, isSignedIn: boolean): Problem {
  return new Problem('42501', {
    status: isSignedIn ? 403 : 401,
    message: `permission denied for ${kind} ${name}`,
  })
}
