// Finds names in the environment that look like a misspelt setting: it would be ignored in silence.
import { type Environment, WrongSetting } from './environment.ts'

/** A test compares them with what is read. */
export const settingNames = [
  'ADMIN_EMAIL',
  'ADMIN_PASSWORD',
  'AUTH_ANONYMOUS',
  'AUTH_AUTOCONFIRM',
  'AUTH_HOOK_CUSTOM_ACCESS_TOKEN_URI',
  'AUTH_JWT_EXPIRY',
  'AUTH_MAIL_INTERVAL',
  'AUTH_MANUAL_LINKING',
  'AUTH_MFA_PHONE',
  'AUTH_MFA_TOTP',
  'AUTH_MFA_WEBAUTHN',
  'AUTH_OAUTH_REGISTRATION',
  'AUTH_OAUTH_SERVER',
  'AUTH_PASSKEYS',
  'AUTH_PHONE',
  'AUTH_PROVIDERS',
  'AUTH_REDIRECT_URLS',
  'AUTH_REUSE_INTERVAL',
  'AUTH_SAML',
  'AUTH_SAML_KEY',
  'AUTH_SIGNING_KEYS',
  'AUTH_SIGNUP_DISABLED',
  'AUTH_TEST_OTP',
  'AUTH_WEB3',
  'AUTH_WEBAUTHN_ORIGINS',
  'BACKUP_AT',
  'BACKUP_DIR',
  'BACKUP_KEEP',
  'CACHE_PURGE_TOKEN',
  'CACHE_PURGE_URL',
  'COMPANY_EMAIL',
  'COMPANY_NAME',
  'COMPANY_PHONE',
  'DATABASE_URL',
  'DATA_DIR',
  'ENQUIRY_EMAIL_TO',
  'ENQUIRY_RETENTION_MONTHS',
  'ENQUIRY_WEBHOOK_SECRET',
  'ENQUIRY_WEBHOOK_URL',
  'FILES_MAX_MB',
  'FILES_MIN_FREE_MB',
  'FILES_URL',
  'FIRM_DIR',
  'GTM_ID',
  'HOST',
  'LIVE_RELOAD',
  'LOG_FORMAT',
  'LOG_LEVEL',
  'MAIL_FROM',
  'PORT',
  'PUBLISHABLE_KEY',
  'RATE_LIMIT_SCALE',
  'SECRET_KEY',
  'SETTINGS_KEY',
  'SHARED_CACHE_SECONDS',
  'SITE_URL',
  'SMS_WEBHOOK_SECRET',
  'SMS_WEBHOOK_URL',
  'SMTP_URL',
  'TRUST_PROXY',
] as const

/** Names that begin like this are ours. */
const ownPrefixes =
  /^(ADMIN|AUTH|BACKUP|CACHE_PURGE|COMPANY|ENQUIRY|FILES|LOG|RATE_LIMIT|SHARED_CACHE|SMS_WEBHOOK|SMTP)_/
/** Names that platforms and tools set, whatever they look like. */
const foreign = /^(npm_|NODE_|PG|LC_|XDG_|SSH_|DOCKER_|KUBERNETES_|SYSTEMD_|VITE|_)/

/** One line for each. */
export function warnOfUnknownSettings(env: Environment): string[] {
  return findUnknown(env).map(({ name, nearest }) => {
    const hint = nearest ? ` Is it ${nearest}?` : ''
    return `${name} is no setting of the product and is ignored.${hint}`
  })
}

/** Without the right one another database would be opened, or an empty one made. */
export function refuseMisspelt(env: Environment, setting: string): void {
  if (env[setting] !== undefined) return
  const misspelt = findUnknown(env).find(({ nearest }) => nearest === setting)
  if (!misspelt) return
  throw new WrongSetting(
    misspelt.name,
    `is no setting: is it ${setting}? Without that another database would be opened. Correct the name, or take it out`,
  )
}

function findUnknown(env: Environment) {
  const known: readonly string[] = settingNames
  return Object.keys(env)
    .filter((name) => env[name] !== undefined && !known.includes(name) && !foreign.test(name))
    .map((name) => ({ name, nearest: nearestOf(name) }))
    .filter(({ name, nearest }) => nearest !== undefined || ownPrefixes.test(name))
}

function nearestOf(name: string): string | undefined {
  const written = name.toUpperCase().replaceAll('-', '_')
  const [best] = settingNames
    .map((setting) => ({ setting, distance: editDistance(written, setting) }))
    .filter(({ setting, distance }) => distance <= allowedDistance(setting))
    .sort((a, b) => a.distance - b.distance)
  return best?.setting
}

/** Two words of four letters are near each other without being the same: HOST and HOME. */
const allowedDistance = (setting: string) => (setting.length < 6 ? 0 : setting.length < 8 ? 1 : 2)

/** Levenshtein's: letters to insert, delete or replace. */
function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (const [i, letter] of [...one].entries()) {
    const next = [i + 1]
    for (const [j, opposite] of [...other].entries()) {
      const replaced = (row[j] ?? 0) + (letter === opposite ? 0 : 1)
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1))
    }
    row = next
  }
  return row[other.length] ?? 0
}
