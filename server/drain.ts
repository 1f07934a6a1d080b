// Ends a server without cutting anybody off. Node closes idle connections at once, and with them
// those on which the next request is already on its way: its sender sees a reset and cannot know
// whether it was served. Here every answer from now on says that it is the last on its connection,
// and connections on which nothing comes stay a moment longer.
import { type IncomingMessage, type Server, ServerResponse } from 'node:http'
import net from 'node:net'

/** Connections that are used at all are used again within this time, and then told to close. */
const idleMs = 2_000
/** Requests that are still running get this long when the process is asked to stop. */
const finishWithinMs = 6_000

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

export async function drain(server: Server): Promise<void> {
  draining.add(server)
  // The plain server's close: new connections are refused, open ones are left alone.
  const closed = new Promise<void>((resolve) =>
    net.Server.prototype.close.call(server, () => resolve()),
  )
  let sweeping: NodeJS.Timeout | undefined
  const grace = setTimeout(() => {
    sweeping = setInterval(() => server.closeIdleConnections(), 100)
  }, idleMs)
  const deadline = setTimeout(() => server.closeAllConnections(), finishWithinMs)
  await closed
  clearTimeout(grace)
  clearInterval(sweeping)
  clearTimeout(deadline)
}
