// A limit for the caller's sake: what was asked of the database goes on, but is no longer waited for.
import { DatabaseUnavailable } from './database.ts'

export function answeredWithin<T>(timeoutMs: number, asked: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new DatabaseUnavailable(new Error(`No answer within ${timeoutMs} ms`))),
      timeoutMs,
    )
  })
  return Promise.race([asked, tooLate]).finally(() => clearTimeout(timer))
}
