// Which parts of a request are for staff alone. They are refused before the caller's values reach the
// planner, which would compare them with samples of rows that the caller may not see.
import { Problem } from '../problem.ts'
import type { Routine, Table } from './catalogue.ts'
import type { ReadPlan } from './plan-read.ts'
import type { Preferences } from './preferences.ts'

export interface Access {
  /** What is asked for itself, when it is for staff alone. */
  own: Named | undefined
  /** What hangs on it and is for staff alone. */
  embedded: Named[]
  /** Staff read everything in it, so it may be planned as for the role `site_staff`. */
  isStaffOnly: boolean
  /** Nothing in it has rows that some callers see and others do not. */
  isOpen: boolean
}

interface Named {
  kind: 'table' | 'function'
  name: string
}

export function accessToTable(table: Table, read: ReadPlan): Access {
  return accessOf(table.isStaffOnly ? { kind: 'table', name: table.name } : undefined, [
    table,
    ...embeddedTables(read),
  ])
}

export function accessToFunction(routine: Routine, read: ReadPlan | undefined): Access {
  const { name, isStaffOnly } = routine
  const others = read ? embeddedTables(read) : []
  return {
    ...accessOf(isStaffOnly ? { kind: 'function', name } : undefined, others),
    isStaffOnly: isStaffOnly && others.every((table) => table.isStaffOnly),
  }
}

function accessOf(own: Named | undefined, tables: Table[]): Access {
  return {
    own,
    embedded: tables
      .filter(({ isStaffOnly, name }) => isStaffOnly && name !== own?.name)
      .map(({ name }) => ({ kind: 'table', name })),
    isStaffOnly: tables.every(({ isStaffOnly }) => isStaffOnly),
    isOpen: tables.every(({ isGuarded }) => !isGuarded),
  }
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
  { isStaffOnly, isOpen }: Access,
  isService: boolean,
): Preferences['count'] {
  const isGuess = count === 'planned' || count === 'estimated'
  return isGuess && !isService && !isStaffOnly && !isOpen ? 'exact' : count
}

/** As PostgreSQL says it. */
export function permissionDenied({ kind, name }: Named, isSignedIn: boolean): Problem {
  return new Problem('42501', {
    status: isSignedIn ? 403 : 401,
    message: `permission denied for ${kind} ${name}`,
  })
}
