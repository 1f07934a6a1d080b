// The table API, compatible with PostgREST as supabase-js uses it. Stages: identify the caller, parse
// the request, plan it against the catalogue, build the SQL, run it as the caller, build the
// response.
import { type Context, Hono } from 'hono'
import { routePath } from 'hono/route'
import type { StatusCode } from 'hono/utils/http-status'
import { identifyCaller } from '../caller/caller.ts'
import { sessionIdOf } from '../caller/caller-roles.ts'
import type { Keys } from '../caller/keys.ts'
import type { Caller } from '../database/as-caller.ts'
import type { Database } from '../database/database.ts'
import { allowOrigins } from '../http/cors.ts'
import { type CallerQuotas, chargeTimed, noQuotas } from '../limits/caller-quotas.ts'
import { QuotaExceeded } from '../limits/cpu-quotas.ts'
import type { Problem } from '../problem.ts'
import { currentRequestId } from '../request-context.ts'
import { accessToFunction, accessToTable, countFor, permissionDenied } from './access.ts'
import { cacheCatalogue } from './catalogue-cache.ts'
import { checkAffected, checkPut, checkSingular } from './checks.ts'
import { describeFunction, describeTable } from './describe.ts'
import { findTable } from './find-table.ts'
import type { ParseCharged } from './payload.ts'
import { planCall } from './plan-call.ts'
import { planRead } from './plan-read.ts'
import { planWrite } from './plan-write.ts'
import { invalidPath, problemOf, quotaExceeded, rootDisabled } from './problems.ts'
import { replyToCall, replyToRead, replyToWrite } from './reply.ts'
import { readCallRequest, readTableRequest } from './request.ts'
import { type Run, runAsCaller } from './run.ts'
import {
  callStatement,
  emptyResult,
  estimateStatement,
  readStatement,
  type StatementResult,
  writeStatement,
} from './statement.ts'

export interface TablesDependencies {
  database: Database
  keys: Keys
  /** The network that visitors' quotas count by. */
  clientNetwork?: (request: Request) => string
  /** Default: no quotas. */
  quotas?: CallerQuotas
  /** Reports the cause of responses with status 500 or more, which the caller does not see. */
  report?: (error: unknown) => void
}

/** In letters; a larger one may take milliseconds to parse. */
const smallBody = 16_384

interface Env {
  Variables: { caller: Caller }
}

/** Mount at /rest/v1. */
export function tables({
  database,
  keys,
  clientNetwork = () => 'unknown',
  quotas = noQuotas,
  report = () => {},
}: TablesDependencies): Hono<Env> {
  const catalogue = cacheCatalogue(database)
  const app = new Hono<Env>()

  const payerOf = (c: Context<Env>) => ({
    network: clientNetwork(c.req.raw),
    session: sessionIdOf(c.var.caller.claims),
  })

  /** Runs a statement as the caller and charges its quota; the secret key has none. */
  function run(c: Context<Env>, what: Run): Promise<StatementResult> {
    const { caller } = c.var
    if (caller.role === 'service_role') return runAsCaller(database, caller, what)
    return quotas.charge(payerOf(c), (spent) => runAsCaller(database, caller, what, { spent }))
  }

  /** Everyone waits while a large body is parsed: that costs the caller's quota like a statement. */
  function parseCharged(c: Context<Env>): ParseCharged {
    return async (size, parse) => {
      if (size <= smallBody || c.var.caller.role === 'service_role') return parse()
      return chargeTimed(quotas, payerOf(c), async () => parse())
    }
  }

  app.use(allowOrigins)
  app.use(async function setCaller(c, next) {
    c.set('caller', await identifyCaller(c.req.raw, keys))
    return next()
  })

  app.all('/', () => {
    throw rootDisabled()
  })

  app.all('/rpc/:function', async (c) => {
    const request = await readCallRequest(c.req.raw, parseCharged(c))
    const { preferences, media } = request
    const plan = await catalogue.plan((known) => planCall(known, request.name, request))
    if (request.action === 'describe') return describeFunction(plan.routine)
    const access = accessToFunction(plan.routine, plan.read)
    const outcome = await run(c, {
      statement: callStatement(plan, media, preferences.count),
      access,
      isReadOnly: request.action === 'read',
      isWrite: plan.routine.isVolatile,
      preferences,
      check: (result) => {
        checkAffected(preferences, result)
        if (plan.routine.returnsSet) checkSingular(media, result)
      },
    })
    return replyToCall(request, plan.routine, plan.read, outcome)
  })

  app.all('/:table', async (c) => {
    // Before the body is read, so that an unknown or read-only table costs nothing.
    if (c.req.raw.body) {
      const table = await catalogue.plan((known) => findTable(known, c.req.param('table')))
      if (c.var.caller.role === 'anon' && !table.isWrittenByVisitors) {
        throw permissionDenied({ kind: 'table', name: table.name }, false)
      }
    }
    const request = await readTableRequest(c.req.raw, parseCharged(c))
    const { name, action, query, preferences, media } = request
    if (action === 'describe') {
      return describeTable(await catalogue.plan((known) => findTable(known, name)))
    }
    if (action === 'read') {
      const { plan, table } = await catalogue.plan((known) => {
        const table = findTable(known, name)
        return { table, plan: planRead(known, table, query) }
      })
      const access = accessToTable(table, plan)
      const count = countFor(preferences.count, access, c.var.caller.role === 'service_role')
      const isEstimated = count === 'planned' || count === 'estimated'
      const outcome = await run(c, {
        statement: readStatement(plan, media, count),
        access,
        empty: emptyResult(media, count !== undefined),
        estimate: isEstimated ? estimateStatement(plan) : undefined,
        preferences,
        check: (result) => checkSingular(media, result),
      })
      return replyToRead(request, plan, outcome)
    }
    const plan = await catalogue.plan((known) => planWrite(known, findTable(known, name), request))
    const outcome = await run(c, {
      statement: writeStatement(plan, media),
      access: accessToTable(plan.table, plan.read),
      isWrite: true,
      preferences,
      check: (result) => {
        checkPut(request.method, result)
        checkAffected(preferences, result)
        checkSingular(media, result)
      },
    })
    return replyToWrite(request, plan.table, plan.read, outcome)
  })

  // Not `notFound`: where this app is mounted, the outer app handles that.
  app.all('/*', (c) => {
    throw routePath(c) === `${c.req.path}*` ? rootDisabled() : invalidPath()
  })
  app.onError((error, c) => {
    if (error instanceof QuotaExceeded) {
      c.header('Retry-After', String(error.retryAfterSeconds))
      return writeProblem(c, quotaExceeded(error.retryAfterSeconds))
    }
    const role = c.var.caller?.role ?? 'anon'
    const problem = problemOf(error, role !== 'anon')
    // The plan used a table or column that no longer exists.
    if (error !== problem && /^(42P01|42703)$/.test(problem?.code ?? '')) catalogue.invalidate()
    if (!problem || problem.status >= 500) report(problem?.cause ?? error)
    return writeProblem(c, problem)
  })
  return app
}

function writeProblem(c: Context, problem: Problem | undefined): Response {
  const { code, message, details, hint } = problem ?? {
    code: 'PGRSTX00',
    message: 'Internal error',
  }
  const status = problem?.status ?? 500
  if (status === 401) c.header('WWW-Authenticate', challengeFor(code, message))
  c.header('Content-Type', 'application/json; charset=utf-8')
  c.status(status as StatusCode)
  const advice = hint ?? (status >= 500 ? idToQuote() : null)
  return c.body(JSON.stringify({ code, message, details: details ?? null, hint: advice }))
}

function challengeFor(code: string, message: string): string {
  const isAboutToken = code === 'PGRST301' || code === 'PGRST303'
  return isAboutToken
    ? `Bearer error="invalid_token", error_description=${JSON.stringify(message)}`
    : 'Bearer'
}

/** PostgREST's errors have no field for an id; the hint is free text. */
function idToQuote(): string | null {
  const id = currentRequestId()
  return id ? `The server's log says more under the request id ${id}.` : null
}
