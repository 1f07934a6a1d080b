// How the tools end: with a sentence on standard output, or with one line that says what is wrong.
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
