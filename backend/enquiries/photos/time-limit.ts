// One limit for several steps, so that eight photographs do not wait eight times for a store that hangs.

export class TooLate extends Error {}

export type TimeLimit = <T>(work: () => Promise<T>) => Promise<T>

/** Work that is late continues by itself; work after the deadline is not begun. */
export function timeLimit(ms: number): TimeLimit {
  const end = performance.now() + ms
  return async (work) => {
    const left = end - performance.now()
    if (left <= 0) throw new TooLate(`Not within ${ms} ms`)
    let timer: NodeJS.Timeout | undefined
    const tooLate = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new TooLate(`Not within ${ms} ms`)), left)
    })
    return Promise.race([work(), tooLate]).finally(() => clearTimeout(timer))
  }
}
