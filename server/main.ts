// `npm start`: reads the configuration, starts the server, and stops it on a signal.
import { builtFilesBeside } from './built-files.ts'
import { readConfig } from './config.ts'
import { openLog } from './log.ts'
import { runUntilStopped } from './run.ts'

await runUntilStopped(
  () => readConfig(process.env),
  builtFilesBeside(import.meta.url),
  () => openLog(process.env),
)
