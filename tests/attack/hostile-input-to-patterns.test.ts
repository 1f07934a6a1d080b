// ReDoS: every regular expression of the source against slow input: long runs of each character and pair
// of characters in it, with an end that does not match. A linear pattern needs about a millisecond, one
// that backtracks hundreds. A search, not a proof: it finds the usual shapes, such as (a+)+ and x*$.
import { readFileSync } from 'node:fs'
import { createContext, Script } from 'node:vm'
import { globSync } from 'tinyglobby'
import { parseSync, Visitor } from 'vite'
import { expect, test } from 'vitest'

/** The folders that the server runs. */
const rooms = ['backend', 'schemas', 'server', 'site', 'content']
/** The longest possible URL or header. */
const mostCharacters = 16_000
/** The judge reads what has passed the rules of the form, the operator's own words are short. */
const shorter: [place: string, characters: number][] = [
  ['backend/enquiries/judge/', 1_000],
  ['backend/mail/message.ts', 320],
]
/** CPU time, which does not include other processes. */
const mostMs = 50
const endlessMs = 500

interface Found {
  place: string
  pattern: RegExp
}

const lengthAt = (file: string) =>
  shorter.find(([place]) => file.startsWith(place))?.[1] ?? mostCharacters

test('a known slow pattern is found out', () => {
  expect(isSlow(/^(a+)+$/)).toBe(true)
  expect(isSlow(/\s+$/)).toBe(true)
  expect(isSlow(/x.*y/)).toBe(true)
  expect(isSlow(/^[a-z]+$/)).toBe(false)
})

test('no pattern of the source is slow for hostile input', { timeout: 600_000 }, () => {
  const patterns = rooms.flatMap(patternsOf)
  expect(patterns.length).toBeGreaterThan(100)
  const slow = patterns.filter(({ place, pattern }) => isSlow(pattern, lengthAt(place)))
  expect(slow.map(({ place, pattern }) => `${place} ${pattern}`)).toEqual([])
})

function patternsOf(room: string): Found[] {
  const files = globSync([`${room}/**/*.{ts,tsx}`], { ignore: ['**/*.test.*'] })
  return files.flatMap((file) => {
    const found: Found[] = []
    const { program } = parseSync(file, readFileSync(file, 'utf8'))
    new Visitor({
      Literal(node) {
        if (!('regex' in node)) return
        const { pattern, flags } = node.regex
        found.push({ place: file, pattern: new RegExp(pattern, flags.replace('g', '')) })
      },
    }).visit(program)
    return found
  })
}

function isSlow(pattern: RegExp, length = mostCharacters): boolean {
  return hostileInputs(pattern, length).some((text) =>
    // A single slow run may have been a pause of the machine.
    [1, 2, 3].every(() => timeOf(pattern, text) > mostMs),
  )
}

/** For each pump, a long run of it between a beginning and an end. */
function hostileInputs(pattern: RegExp, length: number): string[] {
  const characters = charactersOf(pattern)
  const pairs = characters.flatMap((one) => characters.map((other) => one + other))
  const pumps = [...new Set([...pairs, ...(pattern.source.match(/[a-z]{3,}/gi) ?? [])])]
  const run = (pump: string) => pump.repeat(Math.ceil(length / pump.length))
  return pumps.flatMap((pump) => [run(pump), `${run(pump)}\u0001`])
}

/** What the pattern speaks of, with one of each class that it names. */
function charactersOf({ source }: RegExp): string[] {
  const named: [RegExp, string][] = [
    [/\\w|a-z/i, 'a'],
    [/\\d|0-9/, '1'],
    [/\\s/, ' '],
    [/\\n|\\s|\[\^/, '\n'],
    [/\.|\[\^|\\S|\\W|\\p/, '§'],
  ]
  const classes = named.filter(([sign]) => sign.test(source)).map(([, one]) => one)
  const literals = source.replace(/\\[a-z]/gi, '').match(/[^\\^$*+?()[\]{}|]/g) ?? []
  const escaped = [...source.matchAll(/\\([^a-z0-9])/gi)].map(([, one]) => one ?? '')
  return [...new Set([...classes, ...escaped, ...literals])].slice(0, 4)
}

const arena = createContext({})
const match = new Script('pattern.test(text)')

function timeOf(pattern: RegExp, text: string): number {
  Object.assign(arena, { pattern, text })
  pattern.lastIndex = 0
  const before = process.cpuUsage()
  try {
    match.runInContext(arena, { timeout: endlessMs })
  } catch {
    return endlessMs
  }
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
