// OPTIONS: the methods that a table or function supports, regardless of the caller.
import type { Routine, Table } from './catalogue.ts'

export function describeTable(table: Table): Response {
  const { isInsertable, isUpdatable, isDeletable, primaryKey } = table
  return allow([
    'OPTIONS,GET,HEAD',
    ...(isInsertable ? ['POST'] : []),
    ...(isInsertable && isUpdatable && primaryKey.length > 0 ? ['PUT'] : []),
    ...(isUpdatable ? ['PATCH'] : []),
    ...(isDeletable ? ['DELETE'] : []),
  ])
}

export function describeFunction({ isVolatile }: Routine): Response {
  return allow([isVolatile ? 'OPTIONS,POST' : 'OPTIONS,GET,HEAD,POST'])
}

function allow(methods: string[]): Response {
  return new Response(null, { headers: { Allow: methods.join(',') } })
}
