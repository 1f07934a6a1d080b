// Rejects after the timeout. The statement itself continues; only the caller stops waiting for it.
import { DatabaseUnavailable } from './database.ts'

export function withTimeout<T>(timeoutMs: number, reply: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new DatabaseUnavailable(new Error(`No answer within ${timeoutMs} ms`))),
      timeoutMs,
    )
  })
  return Promise.race([reply, tooLate]).finally(() => clearTimeout(timer))
}
