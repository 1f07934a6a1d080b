// Builds SQL conditions. Operators are literals of this code; the caller's values are bound.
import {
  type Operation,
  plainComparisons,
  quantifiedComparisons,
  textSearches,
} from './grammar/filter.ts'
import type { PlannedCondition, Value } from './plan-read.ts'
import { alias, bind, identifier, join, keyword, nothing, type Sql, sql } from './sql.ts'
import { isJson } from './types.ts'

export function whereSql(conditions: Sql[]): Sql {
  return conditions.length === 0 ? nothing : sql` where ${join(conditions, sql` and `)}`
}

/** `row` is the alias of the table that the columns belong to. */
export function conditionSql(row: Sql, condition: PlannedCondition): Sql {
  switch (condition.kind) {
    case 'logic': {
      const separator = condition.operator === 'and' ? sql` and ` : sql` or `
      const inner = join(
        condition.conditions.map((part) => conditionSql(row, part)),
        separator,
      )
      return condition.isNegated ? sql`not (${inner})` : sql`(${inner})`
    }
    case 'embed': {
      const body = sql`${alias('e', condition.embed.plan.number)}.body`
      return condition.isNull ? sql`${body} is null` : sql`${body} is not null`
    }
    case 'filter': {
      const test = operationSql(row, condition.value, condition.operation)
      return condition.isNegated ? sql`not (${test})` : sql`(${test})`
    }
  }
}

export function valueSql(row: Sql, { column, path }: Value): Sql {
  const plain = sql`${row}.${identifier(column)}`
  if (path.length === 0) return plain
  const document = isJson(column.type) ? plain : sql`to_jsonb(${plain})`
  const reached = path.reduce((from, { arrow, key }) => {
    const step = typeof key === 'number' ? sql`${bind(key)}::int4` : sql`${bind(key)}::text`
    return arrow === '->' ? sql`${from} -> ${step}` : sql`${from} ->> ${step}`
  }, document)
  return sql`(${reached})`
}

function operationSql(row: Sql, value: Value, operation: Operation): Sql {
  const left = valueSql(row, value)
  switch (operation.kind) {
    case 'in':
      return sql`${left} = any (${bind(arrayLiteral(operation.values))})`
    case 'is':
      return sql`${left} is ${isOperands[operation.value]}`
    case 'search':
      return searchSql(left, value, operation)
    case 'compare': {
      const { operator, quantifier } = operation
      const text = /like/.test(operator) ? operation.value.replaceAll('*', '%') : operation.value
      const right = bind(text)
      if (!isQuantifiable(operator))
        return sql`${left} ${keyword(plainComparisons[operator])} ${right}`
      const word = keyword(quantifiedComparisons[operator])
      if (quantifier === 'any') return sql`${left} ${word} any (${right})`
      if (quantifier === 'all') return sql`${left} ${word} all (${right})`
      return sql`${left} ${word} ${right}`
    }
  }
}

function searchSql(left: Sql, value: Value, operation: Operation & { kind: 'search' }): Sql {
  const { operator, language, value: text } = operation
  const configuration = language === undefined ? nothing : sql`${bind(language)}::regconfig, `
  const query = sql`${keyword(textSearches[operator])}(${configuration}${bind(text)}::text)`
  const isVector = value.path.length === 0 && value.column.type === 'tsvector'
  return isVector ? sql`${left} @@ ${query}` : sql`to_tsvector(${configuration}${left}) @@ ${query}`
}

const isOperands = {
  null: sql`null`,
  not_null: sql`not null`,
  unknown: sql`unknown`,
  true: sql`true`,
  false: sql`false`,
}

function isQuantifiable(operator: string): operator is keyof typeof quantifiedComparisons {
  return Object.hasOwn(quantifiedComparisons, operator)
}

/** An array literal of PostgreSQL: bound as one value, it takes the column's type. */
export function arrayLiteral(values: string[]): string {
  const quoted = values.map((value) => `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`)
  return `{${quoted.join(',')}}`
}
