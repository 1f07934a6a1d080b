// Parses a settings file like systemd's EnvironmentFile=: KEY=value lines, comments with # or ;,
// single or double quotes, and a backslash at the end to continue a line.
import { readFileSync } from 'node:fs'

export function readEnvFile(file: string): Record<string, string> {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw new Error(`The settings file ${file} cannot be read: ${(error as Error).message}`)
  }
  return parseEnvFile(text, file)
}

export function parseEnvFile(text: string, file: string): Record<string, string> {
  const settings: Record<string, string> = {}
  for (const [at, line] of joinContinued(text)) {
    if (/^\s*([#;]|$)/.test(line)) continue
    const [, name, value] = /^\s*([A-Za-z_][A-Za-z0-9_]*)=(.*)$/s.exec(line) ?? []
    if (name === undefined || value === undefined) {
      throw new Error(`Line ${at} of ${file} is not of the form NAME=value.`)
    }
    settings[name] = unquote(value)
  }
  return settings
}

/** A backslash at the end joins the next line, except in a comment. */
function* joinContinued(text: string): Generator<[number, string]> {
  const lines = text.split(/\r?\n/)
  for (let at = 0; at < lines.length; at += 1) {
    const start = at + 1
    let line = lines[at] ?? ''
    while (!/^\s*[#;]/.test(line) && /(^|[^\\])(\\\\)*\\$/.test(line) && at + 1 < lines.length) {
      at += 1
      line = line.slice(0, -1) + lines[at]
    }
    yield [start, line]
  }
}

/** Quotes may start and end anywhere in the value; unquoted spaces at its ends are trimmed. */
function unquote(value: string): string {
  let result = ''
  const parts = /'([^']*)'|"((?:\\.|[^"\\])*)"|\\(.)|(\s+$)|([^\s'"\\]+|\s+|['"\\])/gs
  for (const [, single, double, escaped, , plain] of value.trimStart().matchAll(parts)) {
    result += single ?? double?.replace(/\\(["\\$`])/g, '$1') ?? escaped ?? plain ?? ''
  }
  return result
}
