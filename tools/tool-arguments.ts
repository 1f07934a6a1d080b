// What the backup tools are told: a file, switches, and where the service's settings are.
import { type ParseArgsConfig, parseArgs } from 'node:util'
import { type DatabaseSettings, readDatabaseSettings } from '#server/config.ts'
import { readEnvFile } from './env-file.ts'

export interface ToolArguments {
  file: string
  isOn(name: string): boolean
  settings: DatabaseSettings
  /** Was the database named, or is it only the default? */
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
  // The file alone: a DATABASE_URL of the shell would lead to another database than the service's.
  const env = typeof envFile === 'string' ? readEnvFile(envFile) : process.env
  return {
    file,
    isOn: (name) => values[name] === true,
    settings: readDatabaseSettings(env),
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
