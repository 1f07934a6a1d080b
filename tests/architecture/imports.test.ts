// The rooms and what each may import, as data. An import that breaks the table fails the test.
import { readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findSources, readImports, root, targetOf } from './source-imports.ts'

/** A room may import from itself and from the rooms listed here. */
const mayImport: Record<string, string[]> = {
  content: [],
  schemas: ['content'],
  ui: ['content'],
  site: ['ui', 'schemas', 'content'],
  admin: ['ui', 'schemas', 'content'],
  'backend/problem': [],
  'backend/request-context': [],
  'backend/http': ['backend/problem'],
  'backend/outgoing': ['backend/http'],
  'backend/database': ['backend/problem'],
  'backend/caller': ['backend/problem', 'backend/http', 'backend/database'],
  'backend/limits': ['backend/problem', 'backend/database'],
  'backend/jobs': ['backend/problem', 'backend/database', 'backend/request-context'],
  'backend/mail': workers(),
  'backend/sms': workers(),
  'backend/push': [...workers(), 'backend/mail'],
  'backend/files': workers(),
  'backend/backups': [...workers(), 'backend/files'],
  'backend/checks': [...workers(), 'backend/mail', 'backend/backups', 'backend/files'],
  'backend/auth': services(),
  'backend/tables': services(),
  'backend/storage': services(),
  'backend/enquiries': services(),
  'backend/site': services(),
  'backend/staff': [...services(), ...inBackend('auth', 'tables', 'enquiries', 'site')],
  'backend/backend': [],
  server: ['site', 'backend', 'content', 'schemas', 'package.json'],
  tools: ['content', 'schemas', 'site', 'admin', 'backend', 'server', 'ui'],
  tests: ['content', 'schemas', 'ui', 'site', 'admin', 'backend', 'server', 'tools'],
}

/** Packages that only the named rooms may use, because of where the room runs. */
const packagesOf: Record<string, string[] | 'any'> = {
  // Files of a firm are read by `content/files`; the rest runs in the browser too.
  content: ['valibot', 'yaml', 'node:fs', 'node:path'],
  schemas: ['valibot'],
  ui: ['react'],
  site: [
    'react',
    'react-dom',
    'lucide-react',
    'node:crypto',
    'virtual:fonts',
    'virtual:pictures',
    'virtual:social',
  ],
  backend: 'any',
  server: 'any',
  admin: 'any',
  tools: 'any',
  tests: 'any',
}

/** Islands run in the browser: no Node modules, no server rendering. */
const browserFiles =
  /^(site\/islands|site\/hydration(?!\/island\.tsx)|admin|schemas|content(?!\/files)|ui)\//

/** Rooms whose work is done by the queue. */
function workers() {
  return [...inBackend('problem', 'database', 'jobs', 'outgoing'), 'schemas', 'content']
}

function services() {
  return [
    ...workers(),
    ...inBackend('request-context', 'http', 'caller', 'limits', 'mail', 'sms', 'push', 'files'),
  ]
}

function inBackend(...rooms: string[]) {
  return rooms.map((room) => `backend/${room}`)
}

const files = findSources(...Object.keys(packagesOf))
const imports = files.flatMap(readImports)

/** `backend/auth/accounts/sign-up.ts` → `backend/auth`; `site/pages/…` → `site`. */
function roomOf(path: string): string {
  const [top = '', second = ''] = path.split('/')
  return top === 'backend' ? `backend/${second.replace(/(\.test)?\.ts$/, '')}` : top
}

const isTest = (file: string) => /\.test\.tsx?$/.test(file)

describe('rooms', () => {
  test('every source file is in a known room', () => {
    expect(files.filter((file) => !mayImport[roomOf(file)])).toEqual([])
  })

  test('imports follow the table', () => {
    const broken = imports.filter(({ file, specifier }) => {
      if (!specifier.startsWith('#') || isTest(file)) return false
      const from = roomOf(file)
      const to = roomOf(specifier.slice(1))
      const allowed = mayImport[from] ?? []
      return from !== to && !allowed.includes(to) && !allowed.includes(to.split('/')[0] ?? '')
    })
    expect(broken).toEqual([])
  })

  test('leaving a room is visible: relative imports stay inside', () => {
    const broken = imports.filter(({ file, specifier }) => {
      const target = targetOf({ file, specifier })
      if (!specifier.startsWith('.') || !target) return false
      const from = roomOf(file)
      // The build runs before package imports are resolved, and backend is one package of rooms.
      if (file.startsWith('tools/build/') && /^(content|ui)\//.test(target)) return false
      if (from.startsWith('backend/') && target.startsWith('backend/')) {
        const to = roomOf(target)
        return from !== to && !isTest(file) && !(mayImport[from] ?? []).includes(to)
      }
      return roomOf(target) !== from
    })
    expect(broken).toEqual([])
  })

  // `npm start` installs nothing else, while the tests have all packages.
  test('what is built and run needs no package of the tests', () => {
    const read = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8'))
    const { dependencies, devDependencies } = read('package.json')
    const known = new Set(Object.keys({ ...dependencies, ...devDependencies }))
    const nameOf = (specifier: string) =>
      specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
    const missing = [...imports, ...readImports('vite.config.ts')].filter(
      ({ file, specifier }) =>
        !file.startsWith('tests/') &&
        !isTest(file) &&
        !/^[#.]|^virtual:/.test(specifier) &&
        !isBuiltin(specifier) &&
        !known.has(nameOf(specifier)),
    )
    const files = new Set(missing.map(({ file, specifier }) => `${nameOf(specifier)} in ${file}`))
    // Tools that look at pages, which are run with the packages of the tests.
    const looking = /^@playwright\/test in tools\/(bench|lookbook)\//
    expect([...files].filter((found) => !looking.test(found))).toEqual([])
  })

  test('an optional way of signing in is imported by auth.ts alone', () => {
    const optional = /^backend\/auth\/(openid|passkeys|oauth-server|saml|web3)\//
    const broken = imports.filter(({ file, specifier }) => {
      const [folder] = optional.exec(targetOf({ file, specifier }) ?? '') ?? []
      if (!folder || isTest(file)) return false
      return !file.startsWith(folder) && file !== 'backend/auth/auth.ts'
    })
    expect(broken).toEqual([])
  })

  test('only what starts or builds the product reads a firm; the rest is given its content', () => {
    const broken = imports.filter(({ file, specifier }) => {
      const target = targetOf({ file, specifier }) ?? ''
      const isReader = /^(server\/config\.ts|tools\/|tests\/|content\/files\/)/.test(file)
      return target.startsWith('content/files/') && !isReader && !isTest(file)
    })
    expect(broken).toEqual([])
  })

  test('packages are used only where they belong', () => {
    const broken = imports.filter(({ file, specifier }) => {
      if (/^[#.]/.test(specifier) || isTest(file)) return false
      const allowed = packagesOf[file.split('/')[0] ?? '']
      if (allowed === 'any' || allowed === undefined) return false
      return !allowed.some((name) => specifier === name || specifier.startsWith(`${name}/`))
    })
    expect(broken).toEqual([])
  })

  test('nothing of Node reaches the browser', () => {
    const broken = imports.filter(
      ({ file, specifier }) =>
        browserFiles.test(file) && !isTest(file) && /^node:|react-dom\/server/.test(specifier),
    )
    expect(broken).toEqual([])
  })

  test('no folder or file is a drawer for everything', () => {
    const drawers = /(^|\/)(utils?|lib|common|helpers?|misc|index)(\/|\.tsx?$)/
    expect(files.filter((file) => drawers.test(file))).toEqual([])
  })
})
