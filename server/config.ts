// The configuration, read once at start. Names and defaults are public: see docs/configuration.md.
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { JWK } from 'jose'
import { signingAlgorithms } from '#backend/caller/keys.ts'
import { type FileStoreSettings, readBucketUrl } from '#backend/files/open-file-store.ts'
import type { CompanyProfile } from '#content/company.ts'
import { readFirm, WrongFirm } from '#content/files/read-firm.ts'
import { shippedFirm } from '#content/files/shipped-firm.ts'
import { reachesPhones, readAuth } from './auth-settings.ts'
import {
  type Environment,
  readEmail,
  readJsonFile,
  readNumber,
  readSender,
  readSwitch,
  readText,
  readUrl,
  WrongSetting,
} from './environment.ts'
import { readListenAddress } from './listen-address.ts'
import type { SharedCacheSettings } from './pages/shared-cache.ts'
import { readSettingsKey } from './settings-key.ts'
import { refuseMisspelt, warnOfUnknownSettings } from './unknown-settings.ts'

export type Config = ReturnType<typeof readConfig>

export function readConfig(env: Environment) {
  const { port, host } = readListenAddress(env)
  const firm = readConfiguredFirm(env)
  const companySettings = readCompanySettings(env)
  const { dataDir, databaseUrl } = readDatabaseSettings(env)
  return {
    port,
    host,
    siteUrl: readSiteUrl(env, port),
    dataDir,
    databaseUrl,
    admin: readAdmin(env),
    /** The firm's documents as shipped. */
    firm,
    /** What the environment says of the company: it wins over files and edits. */
    companySettings,
    companyVariables: variablesOf(companySettings),
    mail: {
      smtpUrl: readUrl(env, 'SMTP_URL', ['smtp:', 'smtps:'])?.href,
      from: readSender(env, 'MAIL_FROM'),
      enquiriesTo: readEmail(env, 'ENQUIRY_EMAIL_TO'),
    },
    webhook: readWebhook(env, 'ENQUIRY_WEBHOOK'),
    smsWebhook: readSmsWebhook(env),
    tagManagerId: readTagManagerId(env),
    sharedCache: readSharedCache(env),
    keys: {
      signingKeys: readSigningKeys(env),
      publishableKey: readText(env, 'PUBLISHABLE_KEY'),
      secretKey: readText(env, 'SECRET_KEY'),
    },
    settingsKey: readSettingsKey(env),
    trustProxy: readNumber(env, 'TRUST_PROXY', 0, { min: 0, max: 10 }),
    rateLimitScale: readNumber(env, 'RATE_LIMIT_SCALE', 1, { min: 0, max: 1e6, whole: false }),
    auth: readAuth(env),
    backups: readBackups(env, databaseUrl ? undefined : join(dataDir, 'backups')),
    files: { store: readFileStore(env), ...readFileLimits(env) },
    /** Set by `npm run dev`: pages reload when the server has been replaced. */
    liveReload: readSwitch(env, 'LIVE_RELOAD', false),
    /** For the log. */
    warnings: warnOfUnknownSettings(env),
  }
}

/** Where the data is; the backup tools need nothing else. */
export function readDatabaseSettings(env: Environment) {
  for (const setting of ['DATA_DIR', 'DATABASE_URL']) refuseMisspelt(env, setting)
  return {
    dataDir: resolve(readText(env, 'DATA_DIR', './data')),
    databaseUrl: readUrl(env, 'DATABASE_URL', ['postgres:', 'postgresql:'])?.href,
  }
}

export type DatabaseSettings = ReturnType<typeof readDatabaseSettings>

export function readFirmFolder(env: Environment): string {
  return resolve(readText(env, 'FIRM_DIR', shippedFirm()))
}

function readConfiguredFirm(env: Environment) {
  const folder = readFirmFolder(env)
  if (!existsSync(folder)) {
    throw new WrongSetting(
      'FIRM_DIR',
      `must name a folder with the files of a firm: there is no ${folder}`,
    )
  }
  try {
    return readFirm(folder)
  } catch (error) {
    if (!(error instanceof WrongFirm) || env.FIRM_DIR === undefined) throw error
    throw new WrongSetting('FIRM_DIR', `${folder}: ${error.message}`)
  }
}

/** Where files are; the backup tools need it too. */
export function readFileStore(env: Environment): FileStoreSettings {
  const url = readUrl(env, 'FILES_URL', ['s3:'])
  if (!url) return { kind: 'folder', folder: join(readDatabaseSettings(env).dataDir, 'files') }
  const bucket = readBucketUrl(url)
  if (!bucket) {
    throw new WrongSetting(
      'FILES_URL',
      'must look like s3://KEY:SECRET@HOST/BUCKET?region=REGION, with key and secret percent-encoded',
    )
  }
  return { kind: 'bucket', ...bucket }
}

const megabyte = 1e6

function readFileLimits(env: Environment) {
  const max = { min: 1, max: 1e9 }
  return {
    maxTotalBytes: readNumber(env, 'FILES_MAX_MB', 20_000, max) * megabyte,
    minFreeBytes: readNumber(env, 'FILES_MIN_FREE_MB', 1_000, { ...max, min: 0 }) * megabyte,
  }
}

/**
 * Undefined when backups are off: by configuration, or by default on a PostgreSQL server, which has
 * its own.
 */
function readBackups(env: Environment, defaultFolder: string | undefined) {
  const folder = readText(env, 'BACKUP_DIR')
  const keep = readNumber(env, 'BACKUP_KEEP', 14, { min: 0, max: 1000 })
  const at = readText(env, 'BACKUP_AT', '03:15')
  const [, hour, minute] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(at) ?? []
  if (hour === undefined || minute === undefined) {
    throw new WrongSetting('BACKUP_AT', 'must be a time of day such as 03:15')
  }
  const chosen = folder === undefined ? defaultFolder : resolve(folder)
  if (chosen === undefined || keep === 0) return undefined
  return { folder: chosen, keep, at: { hour: Number(hour), minute: Number(minute) } }
}

function readSharedCache(env: Environment): SharedCacheSettings {
  const seconds = readNumber(env, 'SHARED_CACHE_SECONDS', 0, { min: 0, max: 31_536_000 })
  const url = readUrl(env, 'CACHE_PURGE_URL', ['http:', 'https:'])
  const token = readText(env, 'CACHE_PURGE_TOKEN')
  if (url && token === undefined) {
    throw new WrongSetting('CACHE_PURGE_TOKEN', 'is missing beside CACHE_PURGE_URL')
  }
  return { seconds, purge: url && token !== undefined ? { url, token } : undefined }
}

function readCompanySettings(env: Environment): Partial<CompanyProfile> {
  const name = readText(env, 'COMPANY_NAME')
  const phone = readPhone(env)
  const email = readEmail(env, 'COMPANY_EMAIL')
  const isSet = readText(env, 'ENQUIRY_RETENTION_MONTHS') !== undefined
  const retentionMonths = readNumber(env, 'ENQUIRY_RETENTION_MONTHS', 24, { min: 1, max: 120 })
  return {
    ...(name !== undefined && { name }),
    ...(phone !== undefined && { phone }),
    ...(email !== undefined && { email }),
    ...(isSet && { retentionMonths }),
  }
}

const companyVariables: Record<string, string> = {
  name: 'COMPANY_NAME',
  phone: 'COMPANY_PHONE',
  email: 'COMPANY_EMAIL',
  retentionMonths: 'ENQUIRY_RETENTION_MONTHS',
}

/** For the dashboard, which cannot change these fields. */
function variablesOf(settings: Partial<CompanyProfile>): Record<string, string> {
  return Object.fromEntries(
    Object.keys(settings).map((field) => [field, companyVariables[field] ?? field]),
  )
}

function readPhone(env: Environment): string | undefined {
  const phone = readText(env, 'COMPANY_PHONE')
  if (phone !== undefined && !/^\+?[\d ()-]{6,20}$/.test(phone)) {
    throw new WrongSetting('COMPANY_PHONE', 'must be a telephone number')
  }
  return phone
}

function readSiteUrl(env: Environment, port: number): URL {
  const url = readUrl(env, 'SITE_URL', ['http:', 'https:']) ?? new URL(`http://localhost:${port}`)
  if (url.pathname !== '/' || url.search || url.hash || url.username) {
    throw new WrongSetting('SITE_URL', 'must be a bare address such as https://www.example.com')
  }
  return url
}

function readAdmin(env: Environment) {
  const email = readEmail(env, 'ADMIN_EMAIL')
  const password = readText(env, 'ADMIN_PASSWORD')
  if (email === undefined && password === undefined) return undefined
  if (email === undefined) throw new WrongSetting('ADMIN_EMAIL', 'is missing beside ADMIN_PASSWORD')
  if (password === undefined) {
    throw new WrongSetting('ADMIN_PASSWORD', 'is missing beside ADMIN_EMAIL')
  }
  if (password.length < 6 || Buffer.byteLength(password) > 72) {
    throw new WrongSetting('ADMIN_PASSWORD', 'must have at least 6 characters and at most 72 bytes')
  }
  return { email: email.toLowerCase(), password }
}

function readWebhook(env: Environment, name: string) {
  const url = readUrl(env, `${name}_URL`, ['http:', 'https:'])?.href
  const secret = readText(env, `${name}_SECRET`)
  if (url === undefined) return undefined
  if (secret === undefined) {
    throw new WrongSetting(`${name}_SECRET`, `is missing beside ${name}_URL`)
  }
  return { url, secret }
}

/**
 * Without a webhook codes would not be sent, and users would be locked out; test numbers need none.
 */
function readSmsWebhook(env: Environment) {
  const webhook = readWebhook(env, 'SMS_WEBHOOK')
  if (readSwitch(env, 'AUTH_PHONE', false) && !reachesPhones(env)) {
    throw new WrongSetting('SMS_WEBHOOK_URL', 'is missing beside AUTH_PHONE')
  }
  return webhook
}

function readTagManagerId(env: Environment): string | undefined {
  const id = readText(env, 'GTM_ID')
  if (id !== undefined && !/^GTM-[A-Z0-9]{4,12}$/.test(id)) {
    throw new WrongSetting('GTM_ID', 'must look like GTM-XXXXXXX')
  }
  return id
}

function readSigningKeys(env: Environment): JWK[] | undefined {
  const file = readText(env, 'AUTH_SIGNING_KEYS')
  if (file === undefined) return undefined
  const keys = readJsonFile('AUTH_SIGNING_KEYS', file)
  const isPrivateKey = (key: JWK) => (key?.kty === 'oct' ? key.k : key?.d)
  const hasOtherAlgorithm = (key: JWK) =>
    key.alg !== undefined && !signingAlgorithms.includes(key.alg)
  if (!Array.isArray(keys) || keys.length === 0 || !keys.every(isPrivateKey)) {
    throw new WrongSetting('AUTH_SIGNING_KEYS', 'must name a file with an array of private JWKs')
  }
  if (keys.some(hasOtherAlgorithm)) {
    throw new WrongSetting(
      'AUTH_SIGNING_KEYS',
      `must have keys for ${signingAlgorithms.join(', ')}`,
    )
  }
  return keys
}
