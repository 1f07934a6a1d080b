// The labelled messages: the project's own, and further collections where they are at hand.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { familyOf } from './families.ts'

export interface LabelledMessage {
  label: 'spam' | 'genuine'
  message: string
  name: string
  phone: string
  address: string
  family: string
  /** Taught to the shipped model only: no threshold and no figure of held-out messages profits from it. */
  isLate: boolean
  /** Taught while its family is not held out; measured apart, and no ground for thresholds. */
  isBorder: boolean
  /** The file it is from. */
  source: string
}

const taught = [
  ...['labelled', 'further', 'villages', 'towns', 'boroughs', 'parishes'],
  ...[
    'trades',
    'scams',
    'marketing',
    'firms',
    'languages',
    'locals',
    'impostors',
    'bots',
    'vendors',
    'tongues',
    'trials',
  ],
]
/** Sellers and customers who mention the same things: far more of them than real mail brings. */
const border = [
  'wants',
  'pivots',
  'posers',
  'pitches',
  'approaches',
  'suppliers',
  'digital',
  'evasions',
  'seekers',
]
/** Known errors, and collections whose families are not named: a family in them could not be held out. */
const late = ['odd', 'sellers', 'tricks', 'customers']
/** Never taught; all but the first were written without a look at the filter. */
const tests = ['unseen', 'unseen-2', 'unseen-3', 'unseen-4', 'unseen-5']

export interface Collection {
  taught: LabelledMessage[]
  test: LabelledMessage[]
  /** The files that were read outside the project. */
  shared: string[]
}

/** `sharedFolder`: further collections (`*.jsonl`), whose sentences are not the project's to keep. */
export function readMessages(root: string, sharedFolder: string): Collection {
  const own = (name: string) => join(root, 'tools', 'teach-judge', 'messages', `${name}.jsonl`)
  const shared = existsSync(sharedFolder)
    ? readdirSync(sharedFolder).filter((name) => name.endsWith('.jsonl'))
    : []
  const all = [
    ...taught.flatMap((name) => read(own(name), name)),
    ...shared.flatMap((name) => read(join(sharedFolder, name), name)),
    ...border.flatMap((name) => read(own(name), name).map((one) => ({ ...one, isBorder: true }))),
    ...late.flatMap((name) => read(own(name), name).map((one) => ({ ...one, isLate: true }))),
  ]
  const unseen = tests.flatMap((name) => read(own(name), name))
  // A message in two files, or in the test set, is taught once or not at all.
  const seen = new Set(unseen.map(({ message }) => message))
  const unique = all.filter(({ message }) => !seen.has(message) && seen.add(message))
  return { taught: unique, test: unseen, shared }
}

function read(file: string, name: string): LabelledMessage[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const {
        label,
        message,
        name: sender = '',
        phone = '',
        address = '',
        ...rest
      } = JSON.parse(line)
      const family = rest.family ?? familyOf({ label, message, note: rest.note }, name)
      const text = { label, message, name: sender, phone, address, family }
      return { ...text, isLate: false, isBorder: false, source: name }
    })
}
