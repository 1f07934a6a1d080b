// Graceful shutdown. Node closes idle connections at once, including those on which the next request
// is already on its way: its sender sees a reset and cannot know whether it was served. Here every
// response during the drain carries `Connection: close`, and idle connections stay open a little
// longer.
import { type IncomingMessage, type Server, ServerResponse } from 'node:http'
import net from 'node:net'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'

/** A keep-alive connection in use is used again within this time, and is then told to close. */
const idleMs = 2_000
/** How long running requests may take after the stop signal. */
const finishTimeoutMs = 6_000
/** An event-loop turn so short that hardly any connection can arrive unseen in it. */
const quickTurnMs = 0.2
/** On a slow machine the listener closes after this time regardless. */
const quickTurnTimeoutMs = 500

const draining = new WeakSet<object>()

/**
 * For `createServer`: responses already in progress when the stop signal came also tell the client to
 * close.
 */
export class DrainableResponse<
  Request extends IncomingMessage = IncomingMessage,
> extends ServerResponse<Request> {
  override writeHead(...args: [number]): this {
    const { server } = this.req.socket as net.Socket & { server?: Server }
    if (server && draining.has(server)) this.shouldKeepAlive = false
    return super.writeHead(...args)
  }
}

export interface DrainOptions {
  /** How long new connections are still accepted, so that a load balancer's health check notices. */
  noticeMs?: number
}

export async function drain(server: Server, { noticeMs = 0 }: DrainOptions = {}): Promise<void> {
  draining.add(server)
  const deadline = setTimeout(() => server.closeAllConnections(), finishTimeoutMs)
  await sleep(noticeMs)
  await untilNoneArrives(server)
  // The close of net.Server: refuses new connections and leaves open ones alone.
  const closed = new Promise<void>((resolve) =>
    net.Server.prototype.close.call(server, () => resolve()),
  )
  let sweeping: NodeJS.Timeout | undefined
  const grace = setTimeout(
    () => {
      sweeping = setInterval(() => server.closeIdleConnections(), 100)
    },
    Math.max(0, idleMs - noticeMs),
  )
  await closed
  clearTimeout(grace)
  clearInterval(sweeping)
  clearTimeout(deadline)
}

/**
 * The kernel accepts connections before Node does, and closing resets those that Node has not
 * accepted yet, with their data. Node accepts one per turn of the event loop: after a short turn
 * without one, (almost) none are left.
 */
async function untilNoneArrives(server: Server): Promise<void> {
  let arrived = 0
  const count = () => {
    arrived += 1
  }
  server.on('connection', count)
  const giveUpAt = performance.now() + quickTurnTimeoutMs
  for (;;) {
    const before = { arrived, at: performance.now() }
    await setImmediate()
    const now = performance.now()
    const isQuiet = arrived === before.arrived && now - before.at < quickTurnMs
    if (isQuiet || now > giveUpAt) break
  }
  server.off('connection', count)
}
