// AUTH_PROVIDERS: a file with the OpenID providers for signing in. A file, because other processes on
// the machine may be able to list environment variables, and client secrets do not belong there.
import * as v from 'valibot'
import type { OpenIdProvider } from '#backend/auth/settings.ts'
import { type Environment, readJsonFile, readText, WrongSetting } from './environment.ts'

const name = 'AUTH_PROVIDERS'

/** Providers with a well-known issuer and name. */
const presets: Record<string, { issuer: string; label: string }> = {
  google: { issuer: 'https://accounts.google.com', label: 'Google' },
}

/** Names of built-in sign-in methods, which no provider may use. */
const taken = ['email', 'phone', 'anonymous_users', 'web3']

const Entry = v.strictObject({
  name: v.pipe(
    v.string(),
    v.regex(/^(custom:)?[a-z][a-z0-9_-]{0,49}$/),
    v.check((given) => !taken.includes(given)),
  ),
  issuer: v.optional(v.pipe(v.string(), v.check(isIssuer))),
  client_id: v.pipe(v.string(), v.nonEmpty()),
  client_secret: v.pipe(v.string(), v.nonEmpty()),
  label: v.optional(v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(40))),
})
type Entry = v.InferOutput<typeof Entry>

export function readProviders(env: Environment): OpenIdProvider[] {
  const file = readText(env, name)
  if (file === undefined) return []
  const parsed = v.safeParse(v.array(Entry), readJsonFile(name, file))
  if (!parsed.success) {
    const [issue] = parsed.issues
    const place = v.getDotPath(issue) ?? 'its content'
    throw new WrongSetting(
      name,
      `must name a file with an array of {name, issuer, client_id, client_secret}: ${place} is wrong`,
    )
  }
  const providers = parsed.output.map(asProvider)
  const names = providers.map((provider) => provider.name)
  if (new Set(names).size < names.length) {
    throw new WrongSetting(name, 'must name a file in which each provider has a name of its own')
  }
  return providers
}

function asProvider(entry: Entry): OpenIdProvider {
  const preset = Object.hasOwn(presets, entry.name) ? presets[entry.name] : undefined
  const issuer = entry.issuer ?? preset?.issuer
  if (issuer === undefined) {
    throw new WrongSetting(name, `must name a file in which ${entry.name} has an issuer`)
  }
  return {
    name: entry.name,
    label: entry.label ?? preset?.label ?? capitalised(entry.name.replace('custom:', '')),
    issuer,
    clientId: entry.client_id,
    clientSecret: entry.client_secret,
  }
}

/** Compared exactly as the provider writes it. HTTP only on this machine. */
function isIssuer(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, search, hash } = new URL(text)
  const isLocal = hostname === 'localhost' || hostname === '[::1]' || hostname === '127.0.0.1'
  return (protocol === 'https:' || (protocol === 'http:' && isLocal)) && !search && !hash
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
