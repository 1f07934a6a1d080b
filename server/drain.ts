// Ends a server without cutting anybody off. Node closes idle connections at once, and with them
// those on which the next request is already on its way: its sender sees a reset and cannot know
// whether it was served. Here every answer from now on says that it is the last on its connection,
// and connections on which nothing comes stay a moment longer.
import { type IncomingMessage, type Server, ServerResponse } from 'node:http'
import net from 'node:net'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'

/** Connections that are used at all are used again within this time, and then told to close. */
const idleMs = 2_000
/** Requests that are still running get this long when the process is asked to stop. */
const finishWithinMs = 6_000
/** A turn of the event loop that leaves new connections hardly any time to arrive unseen. */
const quickTurnMs = 0.2
/** On a machine without a quick turn the listener closes nevertheless. */
const quickTurnWithinMs = 500

const draining = new WeakSet<object>()

/** For `createServer`: also what was being answered when the stop came tells its client to close. */
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
  /** So long new connections are still taken: a load balancer that asks finds out in this time. */
  noticeMs?: number
}

export async function drain(server: Server, { noticeMs = 0 }: DrainOptions = {}): Promise<void> {
  draining.add(server)
  const deadline = setTimeout(() => server.closeAllConnections(), finishWithinMs)
  await sleep(noticeMs)
  await untilNoneArrives(server)
  // The plain server's close: new connections are refused, open ones are left alone.
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
 * The kernel takes connections before Node does, and closing resets those that Node has not taken
 * yet, with what was sent on them. Node takes one in each turn of its event loop: after a short turn
 * without one there are none, or as good as none.
 */
async function untilNoneArrives(server: Server): Promise<void> {
  let arrived = 0
  const count = () => {
    arrived += 1
  }
  server.on('connection', count)
  const giveUpAt = performance.now() + quickTurnWithinMs
  for (;;) {
    const before = { arrived, at: performance.now() }
    await setImmediate()
    const now = performance.now()
    const isQuiet = arrived === before.arrived && now - before.at < quickTurnMs
    if (isQuiet || now > giveUpAt) break
  }
  server.off('connection', count)
}
