// Reads a firm's folder. A wrong file stops the start with file, line and reason.
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative } from 'node:path'
import * as v from 'valibot'
import { LineCounter, parseDocument } from 'yaml'
import { checkFirm } from '../check-firm.ts'
import { type Documents, documentSchemas, laterDocuments, schemaOf } from '../documents.ts'

export class WrongFirm extends Error {
  override name = 'WrongFirm'
}

export function readFirm(folder: string): Documents {
  const documents = new Map<string, unknown>()
  const wrong: string[] = []
  const positions = new Map<string, (path: readonly PropertyKey[]) => string>()
  for (const file of firmFiles(folder)) {
    const key = file.slice(0, -extname(file).length)
    const schema = schemaOf(key)
    if (!schema) {
      wrong.push(`${join(folder, file)}: is no document of a firm`)
      continue
    }
    const { body, positionOf, errors } = parse(join(folder, file))
    wrong.push(...errors)
    if (errors.length > 0) continue
    positions.set(key, positionOf)
    const checked = v.safeParse(schema, body)
    if (checked.success) documents.set(key, checked.output)
    else {
      for (const issue of checked.issues) wrong.push(formatIssue(issue, positionOf))
    }
  }
  for (const [key, body] of Object.entries(laterDocuments)) {
    if (!positions.has(key)) documents.set(key, body)
  }
  for (const key of Object.keys(documentSchemas)) {
    if (!documents.has(key) && wrong.length === 0)
      wrong.push(`${join(folder, key)}.yaml: is missing`)
  }
  if (wrong.length === 0) {
    for (const { key, path, message, isHint } of checkFirm(documents)) {
      if (isHint) continue
      wrong.push(`${positions.get(key)?.(path) ?? key}: ${message}`)
    }
  }
  if (wrong.length > 0) throw new WrongFirm(`The firm cannot be read:\n${wrong.join('\n')}`)
  return documents
}

function firmFiles(folder: string): string[] {
  const endings = ['.yaml', '.geojson']
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && endings.includes(extname(entry.name)))
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
      .sort()
  } catch (error) {
    throw new WrongFirm(`The firm cannot be read: ${(error as Error).message}`)
  }
}

function parse(file: string) {
  const lines = new LineCounter()
  const document = parseDocument(readFileSync(file, 'utf8'), { lineCounter: lines })
  const at = (offset: number) => `${file}:${lines.linePos(offset).line}`
  const errors = document.errors.map(
    ({ pos, message }) => `${at(pos[0])}: ${message.split('\n')[0]}`,
  )
  let body: unknown
  try {
    // Aliases could make a small file endless.
    body = document.toJS({ maxAliasCount: 0 })
  } catch (error) {
    errors.push(`${file}: ${(error as Error).message}`)
  }
  return {
    body,
    errors,
    /** The line of a value, or of the nearest one around it that exists. */
    positionOf(path: readonly PropertyKey[]): string {
      for (let length = path.length; length > 0; length -= 1) {
        const node = document.getIn(path.slice(0, length), true)
        const range = (node as { range?: [number, number, number] } | undefined)?.range
        if (range) return at(range[0])
      }
      return `${file}:1`
    },
  }
}

function formatIssue(
  issue: v.BaseIssue<unknown>,
  positionOf: (path: readonly PropertyKey[]) => string,
): string {
  const path = (issue.path ?? []).map((part) => part.key as PropertyKey)
  return `${positionOf(path)}: ${path.join('.')} ${issue.message}`
}
