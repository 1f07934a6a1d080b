// POST /factors/{factor_id}/challenge: opens the question that a code, or a security key, answers, and
// sends the code where a telephone is asked.
import * as v from 'valibot'
import type { Channel } from '../../sms/sms.ts'
import type { AuthContext, Endpoint } from '../context.ts'
import { readChannel } from '../phone/send-code.ts'
import { takePerNumber } from '../rate-limits.ts'
import { readOptionalBody, text } from '../request-body.ts'
import type { Service } from '../service.ts'
import { openChallenge } from './factor-challenges.ts'
import { challengeLifeMs, factorOf, requireVerifiable } from './factors.ts'
import { askForPhoneCode } from './phone/phone-factor.ts'
import { askForKey } from './webauthn/webauthn-factor.ts'

export function challengeFactor(service: Service): Endpoint {
  return async function askForFactor(c) {
    const { account } = c.var.signedIn
    const factor = factorOf(c, account)
    requireVerifiable(service, factor)
    const key =
      factor.factor_type === 'webauthn' ? await askForKey(service, account, factor) : undefined
    const now = service.now()
    const whose = { account, factor, address: c.var.address }
    const channel = factor.phone ? await readPhoneChannel(c) : undefined
    if (factor.phone) await takePerNumber(service, factor.phone)
    const id = await service.database.transaction(async (tx) => {
      const challengeId = await openChallenge(tx, whose, now, key?.asked)
      if (channel) await askForPhoneCode(tx, service, factor, { challengeId, channel })
      return challengeId
    })
    return c.json({
      id,
      type: factor.factor_type,
      expires_at: Math.floor((now.getTime() + challengeLifeMs) / 1000),
      ...(key ? { webauthn: key.question } : {}),
    })
  }
}

async function readPhoneChannel(c: AuthContext): Promise<Channel> {
  const { channel } = await readOptionalBody(c, v.object({ channel: text }))
  return readChannel(channel)
}
