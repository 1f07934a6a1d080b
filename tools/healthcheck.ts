// Exits with 0 when the server is healthy. Containers run it repeatedly, so it loads almost nothing.
// The settings come from the environment, or with `--env-file FILE` from the service's file.
import http from 'node:http'
import { readListenAddress, urlOf } from '#server/listen-address.ts'
import { readEnvFile } from './env-file.ts'

/**
 * While the folder is copied for a backup, the embedded database does not respond: that may take
 * seconds.
 */
const timeoutMs = 15_000

const [option, file] = process.argv.slice(2)
try {
  const env = option === '--env-file' && file ? readEnvFile(file) : process.env
  const url = `${urlOf(readListenAddress(env))}/healthz`
  const request = http.get(url, { agent: false, timeout: timeoutMs }, (response) => {
    response.resume()
    end(response.statusCode === 200 ? 0 : 1, `${url} answers ${response.statusCode}`)
  })
  request.on('timeout', () => end(1, `${url} does not answer within ${timeoutMs / 1000} s`))
  request.on('error', ({ message }) => end(1, `${url}: ${message}`))
} catch (error) {
  end(1, error instanceof Error ? error.message : String(error))
}

function end(code: number, line: string): void {
  // Shown by `docker inspect`.
  process.stdout.write(`${line}\n`, () => process.exit(code))
}
