import { expect, test } from 'vitest'
import { readDatabaseSettings } from './config.ts'
import { warnOfUnknownSettings } from './unknown-settings.ts'

test('a misspelt setting is told with the one that it may be', () => {
  expect(
    warnOfUnknownSettings({ BACKUP_DRI: '/b', smtp_url: 'smtp://x', AUTH_SIGNUP: 'x' }),
  ).toEqual([
    'BACKUP_DRI is no setting of the product and is ignored. Is it BACKUP_DIR?',
    'smtp_url is no setting of the product and is ignored. Is it SMTP_URL?',
    'AUTH_SIGNUP is no setting of the product and is ignored.',
  ])
})

test('what a platform, a shell or npm sets is not taken for a setting', () => {
  const names = [
    ...[
      'PATH',
      'HOME',
      'HOSTNAME',
      'HOSTTYPE',
      'USER',
      'SHELL',
      'PWD',
      'LANG',
      'LC_ALL',
      'TERM',
      'TZ',
    ],
    ...[
      'NODE_ENV',
      'NODE_OPTIONS',
      'npm_config_cache',
      'npm_lifecycle_event',
      'PGHOST',
      'PGDATABASE',
    ],
    ...[
      'PGPORT',
      'XDG_DATA_DIRS',
      'XDG_RUNTIME_DIR',
      'LOGNAME',
      'MAIL',
      'SSH_CLIENT',
      'JOURNAL_STREAM',
    ],
    ...[
      'INVOCATION_ID',
      'STATE_DIRECTORY',
      'RUNTIME_DIRECTORY',
      'LOGS_DIRECTORY',
      'SYSTEMD_EXEC_PID',
    ],
    ...[
      'KUBERNETES_PORT',
      'GARDENS_SERVICE_PORT',
      'YARN_VERSION',
      'NO_COLOR',
      'CI',
      'EDITOR',
      'OLDPWD',
    ],
    ...[
      'HTTP_PROXY',
      'HTTPS_PROXY',
      'NO_PROXY',
      'SSL_CERT_DIR',
      'TMPDIR',
      'SHLVL',
      '_',
      'LS_COLORS',
    ],
  ]
  const env = Object.fromEntries(names.map((name) => [name, 'x']))
  expect(warnOfUnknownSettings(env)).toEqual([])
})

test.each(['DATABSE_URL', 'DATABASE_URI', 'database_url'])(
  '%s is refused: an empty database would be opened',
  (name) => {
    const env = { [name]: 'postgresql://db.example.com/gardens' }
    expect(() => readDatabaseSettings(env)).toThrow(`${name} is no setting: is it DATABASE_URL?`)
    // Beside the right one it does no harm.
    const right = { ...env, DATABASE_URL: 'postgresql://db.example.com/gardens' }
    expect(readDatabaseSettings(right).databaseUrl).toBeDefined()
  },
)

test('a misspelt DATA_DIR is refused too', () => {
  expect(() => readDatabaseSettings({ DATADIR: '/srv' })).toThrow('is it DATA_DIR?')
})
