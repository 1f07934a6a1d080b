// Reads single environment variables. A wrong value stops the start with a one-line error.
import { readFileSync } from 'node:fs'
import { parseSender } from '#backend/mail/message.ts'

export type Environment = Record<string, string | undefined>

export class WrongSetting extends Error {
  constructor(name: string, expected: string) {
    super(`${name} ${expected}`)
    this.name = 'WrongSetting'
  }
}

export function readText(env: Environment, name: string): string | undefined
export function readText(env: Environment, name: string, fallback: string): string
export function readText(env: Environment, name: string, fallback?: string): string | undefined {
  const value = env[name]?.trim()
  if (value === undefined) return fallback
  if (value === '') throw new WrongSetting(name, 'is empty: give it a value or leave it out')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: line breaks would end up in mail headers
  if (/[\u0000-\u001f]/.test(value)) throw new WrongSetting(name, 'must be one line of text')
  return value
}

export function readNumber(
  env: Environment,
  name: string,
  fallback: number,
  { min, max, whole = true }: { min: number; max: number; whole?: boolean },
): number {
  const text = readText(env, name)
  if (text === undefined) return fallback
  const value = Number(text)
  const isFine = /^\d+(\.\d+)?$/.test(text) && value >= min && value <= max
  if (!isFine || (whole && !Number.isInteger(value))) {
    throw new WrongSetting(name, `must be a ${whole ? 'whole ' : ''}number from ${min} to ${max}`)
  }
  return value
}

export function readSwitch(env: Environment, name: string, fallback: boolean): boolean {
  const text = readText(env, name)
  if (text === undefined) return fallback
  if (text !== 'true' && text !== 'false') throw new WrongSetting(name, 'must be true or false')
  return text === 'true'
}

export function readChoice<Choice extends string>(
  env: Environment,
  name: string,
  choices: readonly Choice[],
  fallback: Choice,
): Choice {
  const text = readText(env, name)
  if (text === undefined) return fallback
  const choice = choices.find((one) => one === text)
  if (choice === undefined) throw new WrongSetting(name, `must be one of ${choices.join(', ')}`)
  return choice
}

export function readUrl(env: Environment, name: string, protocols: string[]): URL | undefined {
  const text = readText(env, name)
  if (text === undefined) return undefined
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !protocols.includes(url.protocol)) {
    const list = protocols.map((protocol) => `${protocol}//`).join(' or ')
    throw new WrongSetting(name, `must be an address that starts with ${list}`)
  }
  return url
}

export function readEmail(env: Environment, name: string): string | undefined
export function readEmail(env: Environment, name: string, fallback: string): string
export function readEmail(env: Environment, name: string, fallback?: string): string | undefined {
  const text = readText(env, name)
  if (text === undefined) return fallback
  if (!isEmail(text)) throw new WrongSetting(name, 'must be an email address')
  return text
}

const isEmail = (text: string) => /^[^\s@<>,;]+@[^\s@<>,;]+$/.test(text)

/** "Name <address>" or an address alone. */
export function readSender(env: Environment, name: string): string | undefined {
  const text = readText(env, name)
  if (text !== undefined && !isEmail(parseSender(text).address)) {
    throw new WrongSetting(name, 'must be an email address, or a name with one: Office <office@…>')
  }
  return text
}

export function readList(env: Environment, name: string): string[] {
  const parts = ['']
  let depth = 0
  for (const character of readText(env, name) ?? '') {
    if (character === '{') depth += 1
    if (character === '}') depth -= 1
    // Not within braces: `{a,b}` of a pattern is one value.
    if (character === ',' && depth <= 0) parts.push('')
    else parts[parts.length - 1] += character
  }
  return parts.map((part) => part.trim()).filter(Boolean)
}

/** The parsed content of the file that the variable names; the caller validates it. */
export function readJsonFile(name: string, file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    throw new WrongSetting(name, 'must name a readable JSON file')
  }
}
