// Builds the HTTP response from the database's result: status, headers and body as in PostgREST.
import type { Routine, Table } from './catalogue.ts'
import { csvLine } from './csv.ts'
import type { ReadPlan } from './plan-read.ts'
import { appliedPreferences } from './preferences.ts'
import { offsetOutOfBounds } from './problems.ts'
import { outputsOf } from './read-sql.ts'
import type { TableRequest } from './request.ts'
import type { StatementResult } from './statement.ts'

export function replyToRead(
  request: TableRequest,
  plan: ReadPlan,
  outcome: StatementResult,
): Response {
  const { status, contentRange } = rangeOf(plan.offset, outcome)
  const applied = appliedPreferences(request.preferences, ['count', 'tx', 'handling'])
  return reply(status, bodyOf(request, outcome, plan), {
    'Content-Type': request.media.contentType,
    'Content-Range': contentRange,
    'Preference-Applied': applied,
  })
}

export function replyToWrite(
  request: TableRequest,
  table: Table,
  plan: ReadPlan,
  outcome: StatementResult,
): Response {
  const { method, preferences, media } = request
  const isShown = preferences.return === 'representation'
  const hasCount = preferences.count === 'exact' || preferences.count === 'estimated'
  const total = hasCount ? outcome.count : null
  return reply(writeStatus(request, outcome), isShown ? bodyOf(request, outcome, plan) : null, {
    'Content-Type': isShown ? media.contentType : undefined,
    'Content-Range':
      method === 'PUT'
        ? undefined
        : contentRangeOf(
            method === 'PATCH' ? 0 : 1,
            method === 'PATCH' ? outcome.count - 1 : 0,
            total,
          ),
    Location: locationOf(table, outcome),
    'Preference-Applied': appliedToWrite(request, table),
  })
}

export function replyToCall(
  request: TableRequest,
  routine: Routine,
  plan: ReadPlan | undefined,
  outcome: StatementResult,
): Response {
  const { status, contentRange } = rangeOf(plan?.offset ?? 0, outcome)
  const names = ['count', 'tx', 'handling', 'max-affected'] as const
  const headers = {
    'Content-Range': contentRange,
    'Preference-Applied': appliedPreferences(request.preferences, names),
  }
  if (routine.returnsVoid) return reply(204, null, { ...headers, 'Content-Range': undefined })
  const { media } = request
  const isOne = !routine.returnsSet && media.form === 'array'
  const body = isOne ? firstOf(outcome.body) : bodyOf(request, outcome, plan)
  return reply(status, body, { ...headers, 'Content-Type': media.contentType })
}

function writeStatus(
  { method, preferences }: TableRequest,
  { count, merged }: StatementResult,
): number {
  const isShown = preferences.return === 'representation'
  const inserted = count - (merged ?? 0)
  switch (method) {
    case 'POST':
      return inserted <= 0 && preferences.resolution === 'merge-duplicates' ? 200 : 201
    case 'PUT':
      return isShown ? (inserted > 0 ? 201 : 200) : 204
    default:
      return isShown ? 200 : 204
  }
}

function appliedToWrite({ method, preferences, query }: TableRequest, table: Table) {
  const canConflict = table.primaryKey.length > 0 || query.onConflict !== undefined
  const always = ['return', 'count', 'tx', 'handling'] as const
  if (method === 'POST') {
    const resolution = canConflict ? (['resolution'] as const) : []
    return appliedPreferences(preferences, [...resolution, 'missing', ...always])
  }
  if (method === 'PATCH') {
    return appliedPreferences(preferences, ['missing', 'max-affected', ...always])
  }
  return appliedPreferences(preferences, method === 'PUT' ? always : ['max-affected', ...always])
}

function rangeOf(offset: number, { count, total }: StatementResult) {
  if (total !== null && offset > total) throw offsetOutOfBounds(offset, total)
  const status = total !== null && count < total ? 206 : 200
  return { status, contentRange: contentRangeOf(offset, offset + count - 1, total) }
}

function contentRangeOf(first: number, last: number, total: number | null): string {
  const range = total !== 0 && first <= last ? `${first}-${last}` : '*'
  return `${range}/${total ?? '*'}`
}

function bodyOf(
  request: TableRequest,
  { body }: StatementResult,
  plan: ReadPlan | undefined,
): string | null {
  if (request.isHead) return null
  if (request.media.form === 'object') return firstOf(body)
  if (request.media.form === 'csv' && plan) {
    const names = outputsOf(plan).map(({ key }) => ('alias' in key ? key.alias : key.catalogueName))
    return `${csvLine(names)}\n${body}`
  }
  return body
}

/** The single element of a JSON array. */
function firstOf(json: string): string {
  return json === '[]' ? 'null' : json.slice(1, -1)
}

function locationOf(table: Table, { location }: StatementResult): string | undefined {
  if (!location) return undefined
  const key = new URLSearchParams(
    Object.entries(location).map(([name, value]) => [
      name,
      value === null ? 'is.null' : `eq.${value}`,
    ]),
  )
  return `/${encodeURIComponent(table.name)}?${key}`
}

function reply(
  status: number,
  body: string | null,
  headers: Record<string, string | undefined>,
): Response {
  const given = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as [string, string]],
  )
  return new Response(body, { status, headers: given })
}
