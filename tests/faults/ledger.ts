// A separate process that writes numbers one by one until it is killed.
import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export interface KillMoment {
  /** Not before this many numbers have been acknowledged … */
  atLeast?: number
  /** … and this long after. */
  afterMs?: number
}

/** Returns the last number that was acknowledged. */
export async function writeUntilKilled(
  folder: string,
  from: number,
  { atLeast = 1, afterMs = 0 }: KillMoment,
): Promise<number> {
  const writer = spawn(
    process.execPath,
    [fileURLToPath(new URL('./ledger-writer.mjs', import.meta.url)), folder, String(from)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  let last = from
  let printed = ''
  await new Promise<void>((resolve) => {
    writer.stdout.on('data', (data) => {
      printed += data
      const lines = printed.split('\n')
      printed = lines.pop() ?? ''
      const number = Number(lines.at(-1))
      if (number) last = number
      if (last - from >= atLeast) resolve()
    })
  })
  await new Promise((resolve) => setTimeout(resolve, afterMs))
  await killed(writer)
  return last
}

function killed(child: ChildProcess): Promise<unknown> {
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  return ended
}
