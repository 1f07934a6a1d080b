// Runs a tool: prints its result on standard output, or a one-line error.
import { keepNewFilesPrivate } from '#server/private-files.ts'

export async function runTool(work: (args: string[]) => Promise<string>): Promise<void> {
  keepNewFilesPrivate()
  try {
    printLine(await work(process.argv.slice(2)))
    process.exit(0)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
    process.exit(1)
  }
}

export function printLine(line: string): void {
  process.stdout.write(`${line}\n`)
}
