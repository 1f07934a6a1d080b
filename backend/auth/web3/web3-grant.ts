// grant_type=web3: a session for a message signed by a wallet.
import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { type ExternalUser, findOrOpenExternal } from '../accounts/external-accounts.ts'
import { type AuthContext, clientInfoOf } from '../context.ts'
import { badRequest, unprocessable, validationFailed } from '../problems.ts'
import { takePerIp } from '../rate-limits.ts'
import { isOwnTarget } from '../redirects.ts'
import { readBody, text } from '../request-body.ts'
import type { Service } from '../service.ts'
import { openSession } from '../sessions/sessions.ts'
import { tokenResponse } from '../sessions/token-response.ts'
import { type Chain, chains } from '../settings.ts'
import { spendProof } from '../spent-proofs.ts'
import { chainName, readMessage, type WalletMessage } from './message.ts'
import { isSignedBy, readSignature } from './signatures.ts'

const Body = v.object({ chain: text, message: text, signature: text })

/** The maximum age of a message, and the tolerance for a clock ahead of ours. */
const lifeMs = 600_000

export async function web3Grant(service: Service, c: AuthContext): Promise<Response> {
  if (service.config.web3.length === 0) throw disabled('Web3')
  const { address } = clientInfoOf(c)
  await takePerIp(service, 'web3', address)
  const body = await readBody(c, Body)
  const chain = readChain(service, body.chain)
  requireLength(body.message)
  const signature = readSignature(chain, body.signature)
  const message = readMessage(chain, body.message)
  const isSigned = await isSignedBy(chain, message.address, body.message, signature)
  const problem = isSigned
    ? findProblem(service, chain, message)
    : 'Signature does not match address in message'
  if (problem) return invalidGrant(c, problem)

  const now = service.now()
  const issued = await service.database.transaction(async (tx) => {
    // Not derived from the signature: another valid one for the same message can be made without the
    // key.
    const id = createHash('sha256').update(`${chain} ${message.address} ${body.message}`)
    const proof = { id: id.digest('hex'), expiresAt: new Date(now.getTime() + 2 * lifeMs) }
    if (!(await spendProof(tx, { kind: 'web3', ...proof }))) return undefined
    const account = await findOrOpenExternal(tx, service, walletUserOf(chain, message))
    return openSession(tx, account, 'web3', clientInfoOf(c), now)
  })
  if (!issued) return invalidGrant(c, `Signed ${chainName(chain)} message was used before`)
  return tokenResponse(service, issued)
}

function readChain({ config }: Service, given: string): Chain {
  const chain = chains.find((known) => known === given)
  if (!chain) throw badRequest('web3_unsupported_chain', 'Unsupported chain')
  if (!config.web3.includes(chain)) throw disabled(`${chainName(chain)} Web3`)
  return chain
}

function requireLength(message: string): void {
  const bytes = Buffer.byteLength(message)
  if (bytes < 64) throw validationFailed('message is too short')
  if (bytes > 20 * 1024) throw validationFailed('message must not exceed 20KB')
}

/**
 * Checks that the message was signed for this site, and recently: a wallet signs for any page that
 * asks.
 */
function findProblem(service: Service, chain: Chain, message: WalletMessage): string | undefined {
  const { uri, domain, notBefore, expiresAt, issuedAt } = message
  const name = chainName(chain)
  if (uri.protocol !== 'https:' && uri.hostname !== 'localhost') {
    return `Signed ${name} message is using URI which does not use HTTPS`
  }
  if (!isOwnTarget(service, uri.href)) {
    return `Signed ${name} message is using URI which is not allowed on this server, message was signed for another app`
  }
  if (uri.host !== domain) {
    return `Signed ${name} message is using a Domain that does not match the one in URI which is not allowed on this server`
  }
  const now = service.now()
  if (notBefore && now < notBefore) return `Signed ${name} message becomes valid in the future`
  if (expiresAt && now > expiresAt) return `Signed ${name} message is expired`
  const ageMs = now.getTime() - issuedAt.getTime()
  if (ageMs > lifeMs) return `${name} message was issued too long ago`
  if (ageMs < -lifeMs) return `${name} message was issued too far in the future`
  return undefined
}

function walletUserOf(chain: Chain, message: WalletMessage): ExternalUser {
  const { address, network, domain, statement } = message
  const subject = `web3:${chain}:${address}`
  return {
    provider: 'web3',
    subject,
    identity: {
      custom_claims: { address, chain, network, domain, statement },
      sub: subject,
      email_verified: false,
      phone_verified: false,
    },
  }
}

/** An OAuth error, the same in every API version. */
function invalidGrant(c: AuthContext, description: string): Response {
  return c.json({ error: 'invalid_grant', error_description: description }, 400)
}

const disabled = (what: string) =>
  unprocessable('web3_provider_disabled', `${what} provider is disabled`)
