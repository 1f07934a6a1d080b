// The table API, PostgREST's as the official client speaks it. A request is a sentence: who is
// asking, what they ask, what that means against the catalogue, the SQL, the run as the caller, the
// reply.
import { type Context, Hono } from 'hono'
import { routePath } from 'hono/route'
import type { StatusCode } from 'hono/utils/http-status'
import { identifyCaller } from '../caller/caller.ts'
import type { Keys } from '../caller/keys.ts'
import { sessionIdOf } from '../caller/standing.ts'
import type { Caller } from '../database/as-caller.ts'
import type { Database } from '../database/database.ts'
import { allowOrigins } from '../http/cors.ts'
import { type CallerQuotas, noQuotas } from '../limits/caller-quotas.ts'
import { QuotaExceeded } from '../limits/cpu-quotas.ts'
import type { Problem } from '../problem.ts'
import { currentRequestId } from '../request-context.ts'
import { accessToFunction, accessToTable, countFor, permissionDenied } from './access.ts'
import { cacheCatalogue } from './catalogue-cache.ts'
import { checkAffected, checkPut, checkSingular } from './checks.ts'
import { describeFunction, describeTable } from './describe.ts'
import { findTable } from './find-table.ts'
import { planCall } from './plan-call.ts'
import { planRead } from './plan-read.ts'
import { planWrite } from './plan-write.ts'
import { invalidPath, problemOf, rootDisabled, shareUsedUp } from './problems.ts'
import { replyToCall, replyToRead, replyToWrite } from './reply.ts'
import { readCallRequest, readTableRequest } from './request.ts'
import { type Run, runAsCaller } from './run.ts'
import {
  callStatement,
  emptyOutcome,
  estimateStatement,
  type Outcome,
  readStatement,
  writeStatement,
} from './statement.ts'

export interface TablesDependencies {
  database: Database
  keys: Keys
  /** Who asks, if nobody is signed in; limits count it. */
  clientNetwork?: (request: Request) => string
  /** Without it nothing is counted. */
  quotas?: CallerQuotas
  /** Hears what the caller is not told: the cause of an answer with a status of 500 or more. */
  report?: (error: unknown) => void
}

interface Env {
  Variables: { caller: Caller }
}

/** To be mounted at /rest/v1. */
export function tables({
  database,
  keys,
  clientNetwork = () => 'unknown',
  quotas = noQuotas,
  report = () => {},
}: TablesDependencies): Hono<Env> {
  const catalogue = cacheCatalogue(database)
  const app = new Hono<Env>()

  /** Runs a statement as the caller, at the caller's cost; the secret key is not counted. */
  function run(c: Context<Env>, what: Run): Promise<Outcome> {
    const { caller } = c.var
    if (caller.role === 'service_role') return runAsCaller(database, caller, what)
    const payer = { network: clientNetwork(c.req.raw), session: sessionIdOf(caller.claims) }
    return quotas.charge(payer, (spent) => runAsCaller(database, caller, what, { spent }))
  }

  app.use(allowOrigins)
  app.use(async function knowCaller(c, next) {
    c.set('caller', await identifyCaller(c.req.raw, keys))
    return next()
  })

  app.all('/', () => {
    throw rootDisabled()
  })

  app.all('/rpc/:function', async (c) => {
    const request = await readCallRequest(c.req.raw)
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
    // Before the body is read: a table that is not there, or may not be written, costs nothing.
    if (c.req.raw.body) {
      const table = await catalogue.plan((known) => findTable(known, c.req.param('table')))
      if (c.var.caller.role === 'anon' && !table.isWrittenByVisitors) {
        throw permissionDenied({ kind: 'table', name: table.name }, false)
      }
    }
    const request = await readTableRequest(c.req.raw)
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
        empty: emptyOutcome(media, count !== undefined),
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

  // Not `notFound`: where this app is mounted, that is the outer one's to say.
  app.all('/*', (c) => {
    throw routePath(c) === `${c.req.path}*` ? rootDisabled() : invalidPath()
  })
  app.onError((error, c) => {
    if (error instanceof QuotaExceeded) {
      c.header('Retry-After', String(error.retryAfterSeconds))
      return writeProblem(c, shareUsedUp(error.retryAfterSeconds))
    }
    const role = c.var.caller?.role ?? 'anon'
    const problem = problemOf(error, role !== 'anon')
    // The database misses a table or column that was planned with.
    if (error !== problem && /^(42P01|42703)$/.test(problem?.code ?? '')) catalogue.doubt()
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

/** PostgREST's errors have no place for an id; a hint is free text, and says what to do. */
function idToQuote(): string | null {
  const id = currentRequestId()
  return id ? `The server's log says more under the request id ${id}.` : null
}
