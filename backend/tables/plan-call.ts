// Chooses the function to call by its name and argument names, and maps the arguments.

import { Problem } from '../problem.ts'
import type { Catalogue, Parameter, Routine } from './catalogue.ts'
import { exposedSchema } from './catalogue.ts'
import { closestName } from './closest-name.ts'
import type { Payload } from './payload.ts'
import { planRead, type ReadPlan } from './plan-read.ts'
import { shorten } from './problems.ts'
import type { Query } from './query-string.ts'

/** Arguments of a GET are separate texts; those of a POST one JSON object. */
export type CallArguments =
  | { kind: 'text'; values: { parameter: Parameter; value: string }[] }
  | { kind: 'json'; parameters: Parameter[]; payload: Payload }
  /** The whole body for a function with one unnamed parameter of type json. */
  | { kind: 'body'; parameter: Parameter; payload: Payload }

export interface CallPlan {
  routine: Routine
  arguments: CallArguments
  /** How to read the rows that it returns; a scalar has none. */
  read: ReadPlan | undefined
}

export interface CallRequest {
  query: Query
  /** The body of a POST. */
  payload: Payload | undefined
}

export function planCall(catalogue: Catalogue, name: string, request: CallRequest): CallPlan {
  const { query, payload } = request
  const given = payload ? payload.keys : [...new Set(query.arguments.map(([key]) => key))]
  const overloads = catalogue.routines.get(name) ?? []
  const fitting = overloads.filter((routine) => fits(routine, given))
  const [first, second] = fitting
  if (second) throw ambiguousFunction(fitting)
  const routine = first ?? (payload ? overloads.find(takesBody) : undefined)
  if (!routine) throw unknownFunction(catalogue, name, given, payload !== undefined)
  return {
    routine,
    arguments: first ? argumentsOf(first, request, given) : bodyOf(routine, payload),
    read: planResult(catalogue, routine, query),
  }
}

function planResult(catalogue: Catalogue, routine: Routine, query: Query): ReadPlan | undefined {
  if (routine.columns.length === 0) return undefined
  const relation = { name: routine.table ?? routine.name, columns: routine.columns }
  return planRead(catalogue, relation, query)
}

function fits({ parameters }: Routine, given: string[]): boolean {
  const isComplete = parameters.every(
    ({ name, isRequired, isVariadic }) => !isRequired || isVariadic || given.includes(name),
  )
  const isKnown = given.every((name) => parameters.some((parameter) => parameter.name === name))
  return isComplete && isKnown
}

function takesBody({ parameters }: Routine): boolean {
  const [only, ...others] = parameters
  return others.length === 0 && only?.name === '' && (only.type === 'json' || only.type === 'jsonb')
}

function argumentsOf(routine: Routine, request: CallRequest, given: string[]): CallArguments {
  const { payload, query } = request
  const parameters = routine.parameters.filter(({ name }) => given.includes(name))
  if (payload) return { kind: 'json', parameters, payload }
  const values = parameters.map((parameter) => {
    const texts = query.arguments.filter(([key]) => key === parameter.name).map(([, text]) => text)
    // A variadic parameter may be repeated; for others the last value counts.
    const value = parameter.isVariadic ? arrayText(texts) : (texts.at(-1) ?? '')
    return { parameter, value }
  })
  return { kind: 'text', values }
}

function bodyOf({ parameters }: Routine, payload: Payload | undefined): CallArguments {
  const [parameter] = parameters
  if (!parameter || !payload) return { kind: 'text', values: [] }
  return { kind: 'body', parameter, payload }
}

function arrayText(values: string[]): string {
  const quoted = values.map((value) => `"${value.replaceAll(/[\\"]/g, '\\$&')}"`)
  return `{${quoted.join(',')}}`
}

function unknownFunction(
  catalogue: Catalogue,
  name: string,
  given: string[],
  isPost: boolean,
): Problem {
  const called = `${exposedSchema}.${name}`
  const names = shorten(given.join(', '))
  const listed = given.length === 0 ? ' without parameters' : `(${names})`
  const plural = given.length > 1 ? 's' : ''
  const searched = given.length === 0 ? ' without parameters' : ` with parameter${plural} ${names}`
  const orBody = isPost ? ' or with a single unnamed json/jsonb parameter' : ''
  const closest = closestName(name, catalogue.routines.keys())
  return new Problem('PGRST202', {
    status: 404,
    message: `Could not find the function ${called}${listed} in the schema cache`,
    details: `Searched for the function ${called}${searched}${orBody}, but no matches were found in the schema cache.`,
    ...(closest && { hint: hintFor(catalogue, closest, name) }),
  })
}

function hintFor(catalogue: Catalogue, closest: string, name: string): string {
  const [overload] = catalogue.routines.get(closest) ?? []
  const parameters = overload?.parameters.map((parameter) => parameter.name).sort()
  const signature = closest === name ? `(${parameters?.join(', ') ?? ''})` : ''
  return `Perhaps you meant to call the function ${exposedSchema}.${closest}${signature}`
}

function ambiguousFunction(routines: Routine[]): Problem {
  const signatures = routines.map(({ name, parameters }) => {
    const typed = parameters.map((parameter) => `${parameter.name} => ${parameter.type}`)
    return `${exposedSchema}.${name}(${typed.join(', ')})`
  })
  return new Problem('PGRST203', {
    status: 300,
    message: `Could not choose the best candidate function between: ${signatures.join(', ')}`,
    hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
  })
}
