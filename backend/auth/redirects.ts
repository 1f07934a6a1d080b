// Allowed redirect targets: the site itself, loopback, and the operator's list. Any other target
// silently becomes the default, because our emails must not link to an attacker's site.
import { paths } from '#schemas/paths.ts'
import type { AuthContext } from './context.ts'
import type { AuthDeps } from './service.ts'

export type RedirectRules = Pick<AuthDeps, 'siteUrl' | 'config'>

/** The default is the dashboard's sign-in page, which completes the flow. */
export function redirectTarget(rules: RedirectRules, c: AuthContext, given = ''): string {
  const candidates = [given, c.req.header('redirect_to'), c.req.query('redirect_to')]
  const target = candidates.find((candidate) => candidate && isAllowedTarget(rules, candidate))
  return target ?? refererTarget(rules, c) ?? rules.siteUrl + paths.auth
}

/** A request from this site uses the default; one from another allowed site returns there. */
function refererTarget(rules: RedirectRules, c: AuthContext): string | undefined {
  const referer = c.req.header('referer')
  if (!referer || !isAllowedTarget(rules, referer)) return undefined
  return new URL(referer).origin === new URL(rules.siteUrl).origin ? undefined : referer
}

/** Compares the parsed URL, as a browser reads it, never its text. */
export function isAllowedTarget(rules: RedirectRules, target: string): boolean {
  const url = parseTarget(target)
  if (!url || isService(url)) return false
  return (isWeb(url) && isLoopback(url.hostname)) || isOwn(rules, url)
}

/** Without loopback: another local application could listen there and ask a wallet for a signature. */
export function isOwnTarget(rules: RedirectRules, target: string): boolean {
  const url = parseTarget(target)
  return url !== undefined && !isService(url) && isOwn(rules, url)
}

function isOwn({ siteUrl, config }: RedirectRules, url: URL): boolean {
  if (isWeb(url) && url.origin === new URL(siteUrl).origin) return true
  return config.redirectUrls.some((pattern) => matchesPattern(pattern, url))
}

/** The target is stored with the flow and put into an email. */
const maxLength = 2048

function parseTarget(target: string): URL | undefined {
  // Browsers drop tabs and line breaks and read a backslash as a slash; no legitimate target has any.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  if (/[\u0000-\u0020\u007f\\]/.test(target) || !URL.canParse(target)) return undefined
  if (target.length > maxLength) return undefined
  const url = new URL(target)
  if (url.username || url.password) return undefined
  return isWeb(url) && !isWrittenAsMeant(target, url) ? undefined : url
}

const isWeb = ({ protocol }: URL) => protocol === 'http:' || protocol === 'https:'

/** Refuses obscured hosts: `http://2130706433/` is 127.0.0.1. */
function isWrittenAsMeant(target: string, url: URL): boolean {
  const host = /^https?:\/\/([^/?#]*)/i.exec(target)?.[1]?.toLowerCase()
  const port = url.protocol === 'http:' ? ':80' : ':443'
  return host === url.host || host === url.host + port
}

/** A session must not be sent to an API endpoint that may redirect further, on any host. */
function isService({ pathname }: URL): boolean {
  let path = pathname
  for (let round = 0; round < 3; round += 1) path = decoded(path)
  return /^[/\\]+(auth|rest|functions|storage)[/\\]+v1([/\\]|$)/i.test(path)
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** Of this site, by any name of the machine that it is tried out on. */
export function isOwnSignInPage({ siteUrl }: RedirectRules, target: string): boolean {
  const url = new URL(target)
  const site = new URL(siteUrl)
  const isSame = url.origin === site.origin
  const isTriedOut = isLoopback(url.hostname) && isLoopback(site.hostname) && url.port === site.port
  return (isSame || isTriedOut) && target === url.origin + paths.auth
}

export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname)
}

/** Scheme, host, port and path are matched separately, so that no wildcard spans two of them. */
function matchesPattern(pattern: string, url: URL): boolean {
  const parts = /^([a-z][a-z0-9+.-]*:)(?:\/\/([^/]*))?(.*)$/i.exec(pattern)
  if (!parts) return false
  const [, scheme = '', authority = '', path = ''] = parts
  const [, host = '', port = ''] = /^(.*?)(?::([\d*?]+))?$/.exec(authority) ?? []
  return (
    scheme.toLowerCase() === url.protocol &&
    globPattern(host.toLowerCase(), '[a-z0-9-]', '[a-z0-9.-]').test(url.hostname.toLowerCase()) &&
    globPattern(port, '\\d', '\\d').test(url.port) &&
    globPattern(path || (isWeb(url) ? '/' : ''), '[^./]', '.').test(url.pathname + url.search)
  )
}

/** `*` and `?` match within one segment, `**` across segments; `{a,b}` matches either. */
function globPattern(glob: string, single: string, any: string): RegExp {
  let depth = 0
  const source = glob.replace(/\*\*|\*|\?|[{},]|[.+^$()|[\]\\]/g, (token) => {
    switch (token) {
      case '**':
        return `${any}*`
      case '*':
        return `${single}*`
      case '?':
        return single
      case '{':
        depth += 1
        return '(?:'
      case '}':
        depth -= 1
        return ')'
      case ',':
        return depth > 0 ? '|' : ','
      default:
        return `\\${token}`
    }
  })
  return new RegExp(`^(?:${source})$`)
}
