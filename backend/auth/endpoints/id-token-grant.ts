// grant_type=id_token: no provider is on, so every well-formed request ends in a refusal that names
// the issuer it meant.
import { decodeJwt } from 'jose'
import * as v from 'valibot'
import type { Problem } from '../../problem.ts'
import type { AuthContext, Service } from '../deps.ts'
import { badRequest, validationFailed } from '../problems.ts'
import { findIssuer, isAzureIssuer } from '../providers.ts'
import { readBody, text } from '../request-body.ts'

const Body = v.object({ id_token: text, provider: text, client_id: text, issuer: text })
type Body = v.InferOutput<typeof Body>

export async function idTokenGrant(_service: Service, c: AuthContext): Promise<Response> {
  const body = await readBody(c, Body)
  // The shape of OAuth's own errors, the same in both dialects.
  const oauthError = (description: string) =>
    c.json({ error: 'invalid request', error_description: description }, 400)
  if (!body.id_token) return oauthError('id_token required')
  if (!body.provider && !(body.client_id && body.issuer)) {
    return oauthError('provider or client_id and issuer required')
  }
  throw refusalOf(body)
}

function refusalOf({ provider, issuer, id_token: token }: Body): Problem {
  if (provider.startsWith('custom:'))
    return validationFailed(`Custom provider "${provider}" not found`)
  const meant = provider === 'azure' ? azureIssuerOf(issuer, token) : findIssuer(provider, issuer)
  if (meant !== undefined) {
    return badRequest('provider_disabled', `Provider (issuer "${meant}") is not enabled`)
  }
  return validationFailed(
    provider === 'azure'
      ? 'Unable to detect issuer in ID token for Azure provider'
      : `Custom OIDC provider "${provider}" not allowed`,
  )
}

function azureIssuerOf(issuer: string, token: string): string | undefined {
  if (isAzureIssuer(issuer)) return issuer
  try {
    const { iss = '' } = decodeJwt(token)
    return isAzureIssuer(iss) ? iss : undefined
  } catch {
    return undefined
  }
}
