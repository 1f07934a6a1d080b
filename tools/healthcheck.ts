// Exits with 0 when the server of these settings says that it is healthy. For the container, which runs
// it again and again: it loads next to nothing. The settings are those of the environment, which is the
// server's own, or with `--env-file FILE` those of the service.
import http from 'node:http'
import { readListenAddress, urlOf } from '#server/listen-address.ts'
import { readEnvFile } from './env-file.ts'

/** The embedded database is not asked while its folder is copied for a backup: that may take seconds. */
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
  // What is printed stands in `docker inspect`.
  process.stdout.write(`${line}\n`, () => process.exit(code))
}
