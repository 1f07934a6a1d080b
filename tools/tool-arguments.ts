// The arguments of the backup tools: a file, switches, and the service's settings file.
import { type ParseArgsConfig, parseArgs } from 'node:util'
import type { FileStoreSettings } from '#backend/files/open-file-store.ts'
import {
  type DatabaseSettings,
  readDatabaseSettings,
  readFileStore,
  readFirmFolder,
} from '#server/config.ts'
import { readEnvFile } from './env-file.ts'

export interface ToolArguments {
  file: string
  isOn(name: string): boolean
  settings: DatabaseSettings
  files: FileStoreSettings
  /** The folder of the firm. */
  firmDir: string
  /** Whether the database was configured, rather than the default. */
  isNamed: boolean
}

export function readArguments(
  args: string[],
  { switches, usage }: { switches: string[]; usage: string },
): ToolArguments {
  const { values, positionals } = parse(args, switches, usage)
  const [file] = positionals
  if (file === undefined || positionals.length > 1) throw new Error(usage)
  const envFile = values['env-file']
  // Only the file: a DATABASE_URL in the shell could name another database than the service's.
  const env = typeof envFile === 'string' ? readEnvFile(envFile) : process.env
  return {
    file,
    isOn: (name) => values[name] === true,
    settings: readDatabaseSettings(env),
    files: readFileStore(env),
    firmDir: readFirmFolder(env),
    isNamed: env.DATA_DIR !== undefined || env.DATABASE_URL !== undefined,
  }
}

function parse(args: string[], switches: string[], usage: string) {
  const options: ParseArgsConfig['options'] = { 'env-file': { type: 'string' } }
  for (const name of switches) options[name] = { type: 'boolean' }
  try {
    return parseArgs({ args, options, allowPositionals: true })
  } catch {
    throw new Error(usage)
  }
}
