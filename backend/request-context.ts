// Which request or job the running code belongs to. Whatever is logged or refused on its behalf, in
// any service and after any number of awaits, can name it without handing it through every call.
import { AsyncLocalStorage } from 'node:async_hooks'

/** What each log line carries. */
export interface RequestContext {
  request?: string
  job?: string
}

const storage = new AsyncLocalStorage<RequestContext>()

/**
 * Runs the work, and what it starts, in this context in place of the caller's. Work that belongs to
 * no request but may be started by one, like what follows a notification, is run in an empty one.
 */
export function runInContext<T>(context: RequestContext, work: () => T): T {
  return storage.run(context, work)
}

export function currentContext(): RequestContext {
  return storage.getStore() ?? {}
}

/** Undefined in a job, and in a service that is called without the server. */
export function currentRequestId(): string | undefined {
  return storage.getStore()?.request
}
