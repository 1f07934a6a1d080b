// Scans a parameter's text for the parsers in this folder, and reports where and why parsing failed.
import { unreadable } from '../problems.ts'

/** Characters of an unquoted name; inner spaces are part of it, outer ones are not. */
const nameCharacter = /[\p{L}\p{N}_ $]/u

export class Scanner {
  readonly #what: string
  readonly #text: string
  #position = 0

  /** `what` names the parameter in error messages, e.g. `order (name.up)`. */
  constructor(what: string, text: string) {
    this.#what = what
    this.#text = text
  }

  get isAtEnd(): boolean {
    return this.#position >= this.#text.length
  }

  startsWith(text: string): boolean {
    return this.#text.startsWith(text, this.#position)
  }

  /** Moves past `text` if it comes next. */
  take(text: string): boolean {
    const found = this.startsWith(text)
    if (found) this.#position += text.length
    return found
  }

  expect(text: string): void {
    if (!this.take(text)) this.fail(`expecting "${text}"`)
  }

  expectEnd(): void {
    if (!this.isAtEnd) this.fail('expecting end of input')
  }

  skipSpaces(): void {
    while (this.startsWith(' ') || this.startsWith('\t')) this.#position += 1
  }

  /** Everything up to the first of these characters, or to the end. */
  takeUntil(characters: string): string {
    const start = this.#position
    while (!this.isAtEnd && !characters.includes(this.#text.charAt(this.#position))) {
      this.#position += 1
    }
    return this.#text.slice(start, this.#position)
  }

  takeRest(): string {
    return this.takeUntil('')
  }

  takeMatch(pattern: RegExp): string | undefined {
    const sticky = new RegExp(pattern.source, 'uy')
    sticky.lastIndex = this.#position
    const match = sticky.exec(this.#text)?.[0]
    this.#position += match?.length ?? 0
    return match
  }

  /** `column`, `a-b` or `"any, text"`. */
  takeName(): string {
    this.skipSpaces()
    if (this.startsWith('"')) return this.takeQuoted()
    const start = this.#position
    while (!this.isAtEnd) {
      const character = this.#text.charAt(this.#position)
      const isDash = character === '-' && !this.startsWith('->')
      if (!isDash && !nameCharacter.test(character)) break
      this.#position += 1
    }
    const name = this.#text.slice(start, this.#position).trim()
    if (!name) this.fail('expecting field name (* or [a..z0..9_$])')
    return name
  }

  takeQuoted(): string {
    this.expect('"')
    let value = ''
    for (;;) {
      value += this.takeUntil('"\\')
      if (this.take('"')) return value
      if (!this.take('\\') || this.isAtEnd) this.fail('expecting "\\""')
      value += this.#text.charAt(this.#position)
      this.#position += 1
    }
  }

  /** Runs `attempt`; if it returns undefined, the position is restored. */
  try<T>(attempt: () => T | undefined): T | undefined {
    const start = this.#position
    const result = attempt()
    if (result === undefined) this.#position = start
    return result
  }

  fail(details: string): never {
    const found = this.isAtEnd ? 'end of input' : JSON.stringify(this.#text.charAt(this.#position))
    throw unreadable(this.#what, this.#position, `unexpected ${found} ${details}`)
  }

  failWith(details: string): never {
    throw unreadable(this.#what, this.#position, details)
  }
}
