// Answers a slow request before the client gives up. Its queries go on until the database's own
// timeout.
import { Problem } from '../problem.ts'
import type { Guard } from './context.ts'

const timeoutMs = 10_000

export const requestTimeout: Guard = async function answerInTime(_c, next) {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () =>
        reject(
          new Problem('request_timeout', {
            status: 504,
            message: 'Processing this request timed out, please retry after a moment.',
          }),
        ),
      timeoutMs,
    )
  })
  try {
    await Promise.race([next(), tooLate])
  } finally {
    clearTimeout(timer)
  }
}
