// The parameters for one resource: the table itself, or an embedded one.
import type { SelectedEmbed } from './grammar/select.ts'
import { notEmbedded } from './problems.ts'
import type { Query, Scoped } from './query-string.ts'

export type Scope = Pick<Query, 'select' | 'conditions' | 'orders' | 'limits' | 'offsets'>

/** The parameters for the resource itself. */
export function own<T>(scoped: Scoped<T>[]): T[] {
  return scoped.filter(({ path }) => path.length === 0).map(({ value }) => value)
}

/** The parameters for one embedded resource, as its own scope. */
export function narrow(scope: Scope, embeds: SelectedEmbed[], embed: SelectedEmbed): Scope {
  const inside = <T>(scoped: Scoped<T>[]): Scoped<T>[] =>
    scoped
      .filter(({ path }) => path[0] !== undefined && findSelected(embeds, path[0]) === embed)
      .map(({ path, value }) => ({ path: path.slice(1), value }))
  return {
    select: embed.select,
    conditions: inside(scope.conditions),
    orders: inside(scope.orders),
    limits: inside(scope.limits),
    offsets: inside(scope.offsets),
  }
}

export function refuseUnknownPaths(scope: Scope, embeds: SelectedEmbed[]): void {
  const scoped = [...scope.conditions, ...scope.orders, ...scope.limits, ...scope.offsets]
  for (const { path } of scoped) {
    if (path[0] !== undefined && !findSelected(embeds, path[0])) throw notEmbedded(path[0])
  }
}

/** An alias takes precedence: the same table may be embedded twice. */
function findSelected(embeds: SelectedEmbed[], name: string): SelectedEmbed | undefined {
  return (
    embeds.find(({ alias }) => alias === name) ?? embeds.find(({ relation }) => relation === name)
  )
}
