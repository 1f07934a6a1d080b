// POST /factors/{factor_id}/challenge: opens the question that a code, or a security key, answers.
import type { Endpoint, Service } from '../deps.ts'
import { openChallenge } from '../factor-challenges.ts'
import { challengeLifeMs, factorOf, requireVerifiable } from '../factors.ts'
import { askForKey } from '../webauthn-factor.ts'

export function challengeFactor(service: Service): Endpoint {
  return async function askForFactor(c) {
    const { account } = c.var.signedIn
    const factor = factorOf(c, account)
    requireVerifiable(service, factor)
    const key =
      factor.factor_type === 'webauthn' ? await askForKey(service, account, factor) : undefined
    const now = service.now()
    const whose = { account, factor, address: c.var.address }
    const id = await service.database.transaction((tx) => openChallenge(tx, whose, now, key?.asked))
    return c.json({
      id,
      type: factor.factor_type,
      expires_at: Math.floor((now.getTime() + challengeLifeMs) / 1000),
      ...(key ? { webauthn: key.question } : {}),
    })
  }
}
