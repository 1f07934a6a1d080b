import { expect, test } from 'vitest'
import { serve } from '#tests/support/local-server.ts'
import { fetchWithinLimits } from './limited-fetch.ts'

test('an endless response is cut off by its size', async () => {
  const url = await serve((_request, response) => {
    const send = () => {
      while (response.writable && response.write('x'.repeat(16_384)));
    }
    response.on('drain', send)
    send()
  })
  await expect(fetchWithinLimits(url)).rejects.toThrow(/more than 262144 bytes/)
})

test('an aborted signal ends the wait for a response', async () => {
  const url = await serve(() => {})
  const stop = new AbortController()
  const waiting = fetchWithinLimits(url, { signal: stop.signal })
  stop.abort(new Error('enough'))
  await expect(waiting).rejects.toThrow('enough')
})

test('a redirect is not followed', async () => {
  let arrived = 0
  const elsewhere = await serve((_request, response) => {
    arrived += 1
    response.end()
  })
  const url = await serve((_request, response) => {
    response.writeHead(307, { Location: elsewhere }).end()
  })
  await expect(fetchWithinLimits(url, { method: 'POST', body: 'secret' })).rejects.toThrow()
  expect(arrived).toBe(0)
})
