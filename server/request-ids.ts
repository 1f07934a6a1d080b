// A short id for each request: unique to this process, cheap, and of no meaning to anybody outside.
import { randomBytes } from 'node:crypto'

export function requestIds(): () => string {
  const process = randomBytes(4).toString('hex')
  let count = 0
  return () => {
    count += 1
    return `${process}-${count.toString(36)}`
  }
}
