// The labelled messages that the judge learns from. What it is tried on is not among them.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LabelledMessage } from './learn.ts'

const taught = ['labelled', 'further', 'villages', 'towns', 'boroughs', 'parishes']

export function readTaughtMessages(root: string): LabelledMessage[] {
  return taught.flatMap((name) =>
    readFileSync(join(root, 'tools', 'teach-judge', 'messages', `${name}.jsonl`), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as LabelledMessage),
  )
}
