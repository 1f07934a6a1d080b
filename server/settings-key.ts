// The key of the secrets in the database: SETTINGS_KEY, else a file that is made when it is first needed.
import { randomBytes } from 'node:crypto'
import { link, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { secretKeyBytes } from '#backend/mail/sealed-secrets.ts'
import { type Environment, readText, WrongSetting } from './environment.ts'

export function readSettingsKey(env: Environment): Buffer | undefined {
  const text = readText(env, 'SETTINGS_KEY')
  if (text === undefined) return undefined
  const key = Buffer.from(text, 'base64')
  if (key.length !== secretKeyBytes) {
    throw new WrongSetting(
      'SETTINGS_KEY',
      `must be ${secretKeyBytes} random bytes in base64, as from: openssl rand -base64 ${secretKeyBytes}`,
    )
  }
  return key
}

/** Read once; a file that cannot be read or made is tried again with the next secret. */
export function settingsKey(given: Buffer | undefined, dataDir: string): () => Promise<Buffer> {
  let reading = given && Promise.resolve(given)
  return () => {
    reading ??= readOrMake(join(dataDir, 'settings.key')).catch((error) => {
      reading = undefined
      throw error
    })
    return reading
  }
}

async function readOrMake(file: string): Promise<Buffer> {
  const found = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  if (found) return whole(file, found)
  // Linked whole: another process sees no half of it, and does not replace it.
  const draft = `${file}.${process.pid}`
  await writeFile(draft, randomBytes(secretKeyBytes), { mode: 0o600, flush: true })
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(draft, { force: true })
  return whole(file, await readFile(file))
}

function whole(file: string, key: Buffer): Buffer {
  if (key.length === secretKeyBytes) return key
  throw new Error(`${file} is damaged: it has ${key.length} bytes instead of ${secretKeyBytes}`)
}
