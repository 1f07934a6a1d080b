// A real nginx with the documented configuration; only addresses, ports and certificate are the
// test's.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import net from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#tools/postgres-server.ts'
import { selfSigned } from './self-signed.ts'

const sample = new URL('../../docs/nginx.conf', import.meta.url)
/** Debian installs it in /usr/sbin, which is not in every PATH. */
const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` }

export interface Nginx {
  /** The HTTPS URL. */
  url: string
  /** The HTTP URL, which redirects. */
  plainUrl: string
  /** The error log. */
  errors(): Promise<string>
  /** The access log. */
  requests(): Promise<string>
  stop(): Promise<void>
}

/** The reason why nginx cannot be run here, if there is one. */
export function whyNoNginx(): string | undefined {
  if (spawnSync('nginx', ['-v'], { env }).error === undefined) return undefined
  return 'nginx is not installed (Debian: apt-get install nginx-light)'
}

export async function startNginx(instances: string[]): Promise<Nginx> {
  const folder = await mkdtemp(join(tmpdir(), 'nginx-'))
  const [port, plainPort] = await Promise.all([freePort(), freePort()])
  await writeCertificate(folder)
  await writeFile(join(folder, 'sample.conf'), adapt({ instances, folder, port, plainPort }))
  const main = join(folder, 'nginx.conf')
  await writeFile(main, surroundings(folder))
  await mkdir(join(folder, 'temp'))
  await mkdir(join(folder, 'cache'))
  const args = ['-p', folder, '-c', main, '-e', join(folder, 'error.log')]
  const checked = spawnSync('nginx', ['-t', ...args], { env, encoding: 'utf8' })
  if (checked.status !== 0) throw new Error(`nginx refuses the sample: ${checked.stderr}`)
  const child = spawn('nginx', args, { env, stdio: 'ignore' })
  await untilListening(port, child)
  return {
    url: `https://127.0.0.1:${port}`,
    plainUrl: `http://127.0.0.1:${plainPort}`,
    errors: () => readFile(join(folder, 'error.log'), 'utf8'),
    requests: () => readFile(join(folder, 'gardens.log'), 'utf8'),
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      if (child.exitCode === null && child.kill('SIGQUIT')) await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

interface Place {
  instances: string[]
  folder: string
  port: number
  plainPort: number
}

function adapt({ instances, folder, port, plainPort }: Place): string {
  return readFileSync(sample, 'utf8')
    .replace(/^( *)server 127\.0\.0\.1:3000(.*)$/m, (_, indent, settings) =>
      instances.map((url) => `${indent}server ${new URL(url).host}${settings}`).join('\n'),
    )
    .replaceAll(/^ *listen \[::\].*\n/gm, '')
    .replaceAll('listen 443', `listen 127.0.0.1:${port}`)
    .replaceAll('listen 80', `listen 127.0.0.1:${plainPort}`)
    .replaceAll('/etc/letsencrypt/live/www.example.com', folder)
    .replaceAll('/var/cache/nginx', join(folder, 'cache'))
    .replaceAll('/var/log/nginx', folder)
}

/** The surrounding nginx.conf, as in a distribution. */
function surroundings(folder: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${join(folder, 'temp', name)};`)
    .join('\n')
  // Its own user could not write to the test's folder.
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  return `daemon off;
${user}
pid ${join(folder, 'nginx.pid')};
events {}
http {
access_log off;
${temporary}
include ${join(folder, 'sample.conf')};
}
`
}

async function writeCertificate(folder: string): Promise<void> {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  await writeFile(join(folder, 'fullchain.pem'), selfSigned(privateKey, 'www.example.com'))
  await writeFile(join(folder, 'privkey.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }))
}

async function untilListening(port: number, child: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 200 && child.exitCode === null; attempt += 1) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = net.connect(port, '127.0.0.1')
      socket.once('connect', () => resolve(true))
      socket.once('error', () => resolve(false))
      socket.once('connect', () => socket.destroy())
    })
    if (isOpen) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('nginx did not start')
}
