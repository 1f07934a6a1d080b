// Where a link in a mail may lead in the end: the site itself, loopback, and what the operator lists.
// Anything else falls back silently, or our mails would carry links to a stranger's site.
import type { AuthContext, AuthDeps } from './deps.ts'

type RedirectRules = Pick<AuthDeps, 'siteUrl' | 'config'>

/** Links without a target of their own land where the dashboard finishes the job. */
export function redirectTarget(rules: RedirectRules, c: AuthContext, given = ''): string {
  const asked = [given, c.req.header('redirect_to'), c.req.query('redirect_to')]
  const target = asked.find((candidate) => candidate && isAllowedTarget(rules, candidate))
  return target ?? refererTarget(rules, c) ?? `${rules.siteUrl}/auth`
}

/** A page of this site asks for the site's own default; another allowed site gets its people back. */
function refererTarget(rules: RedirectRules, c: AuthContext): string | undefined {
  const referer = c.req.header('referer')
  if (!referer || !isAllowedTarget(rules, referer)) return undefined
  return new URL(referer).origin === new URL(rules.siteUrl).origin ? undefined : referer
}

export function isAllowedTarget({ siteUrl, config }: RedirectRules, target: string): boolean {
  if (matchesAllowList(config.redirectUrls, target)) return true
  if (!URL.canParse(target)) return false
  const url = new URL(target)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return false
  if (url.username || url.password || !isWrittenAsMeant(target, url)) return false
  return url.origin === new URL(siteUrl).origin || isLoopback(url.hostname)
}

/** `http://2130706433/` and `http://site\@other/` name another host than a reader would think. */
function isWrittenAsMeant(target: string, url: URL): boolean {
  const host = /^https?:\/\/([^/?#]*)/i.exec(target)?.[1]?.toLowerCase()
  const port = url.protocol === 'http:' ? ':80' : ':443'
  return host === url.host || host === url.host + port
}

export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname)
}

function matchesAllowList(globs: string[], target: string): boolean {
  const [withoutFragment = ''] = target.split('#')
  return globs.some((glob) => globPattern(glob).test(withoutFragment))
}

/** `*` and `?` stop at `.` and `/`; `**` does not; `{a,b}` is either. */
function globPattern(glob: string): RegExp {
  const source = glob.replace(/\*\*|\*|\?|[{},]|[.+^$()|[\]\\]/g, (token) => {
    switch (token) {
      case '**':
        return '.*'
      case '*':
        return '[^./]*'
      case '?':
        return '[^./]'
      case '{':
        return '(?:'
      case '}':
        return ')'
      case ',':
        return '|'
      default:
        return `\\${token}`
    }
  })
  return new RegExp(`^(?:${source})$`)
}
