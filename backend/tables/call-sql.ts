// Builds the SQL of a function call, with bound, named arguments.
import type { Parameter } from './catalogue.ts'
import type { CallPlan } from './plan-call.ts'
import { bind, catalogueText, identifier, list, type Sql, sql } from './sql.ts'

/** The rows that the function returns; a scalar is the column `scalar`. */
export function callSql({ routine, arguments: given, read }: CallPlan): Sql {
  const name = sql`public.${identifier(routine)}`
  switch (given.kind) {
    case 'text': {
      const values = given.values.map(({ parameter, value }) =>
        named(parameter, sql`cast(${bind(value)} as ${catalogueText(parameter.type)})`),
      )
      return resultSql(sql`${name}(${list(values)})`, read !== undefined)
    }
    case 'body': {
      const body = sql`cast(${bind(given.payload.json)} as ${catalogueText(given.parameter.type)})`
      return resultSql(sql`${name}(${body})`, read !== undefined)
    }
    case 'json': {
      const { parameters, payload } = given
      if (parameters.length === 0) return resultSql(sql`${name}()`, read !== undefined)
      const object = payload.isArray
        ? sql`${bind(payload.json)}::json -> 0`
        : sql`${bind(payload.json)}::json`
      const types = parameters.map(
        (parameter) => sql`${identifier(parameter)} ${catalogueText(parameter.type)}`,
      )
      const values = parameters.map((parameter) =>
        named(parameter, sql`given.${identifier(parameter)}`),
      )
      const from = sql` from json_to_record(${object}) as given (${list(types)})`
      const call = sql`${name}(${list(values)})`
      return read
        ? sql`select called.*${from}, lateral ${call} as called`
        : sql`select ${call} as scalar${from}`
    }
  }
}

function resultSql(call: Sql, hasColumns: boolean): Sql {
  return hasColumns ? sql`select called.* from ${call} as called` : sql`select ${call} as scalar`
}

function named(parameter: Parameter, value: Sql): Sql {
  return parameter.isVariadic
    ? sql`variadic ${identifier(parameter)} => ${value}`
    : sql`${identifier(parameter)} => ${value}`
}
