// POST /factors/{factor_id}/challenge: creates a challenge for a code or a security key, and sends
// the code to a phone factor.
import * as v from 'valibot'
import type { SmsChannel } from '../../sms/sms.ts'
import type { AuthContext, Endpoint } from '../context.ts'
import { readChannel } from '../phone/send-code.ts'
import { takePerNumber } from '../rate-limits.ts'
import { readOptionalBody, text } from '../request-body.ts'
import type { Service } from '../service.ts'
import { openChallenge } from './factor-challenges.ts'
import { challengeLifeMs, factorOf, requireVerifiable } from './factors.ts'
import { sendPhoneChallenge } from './phone/phone-factor.ts'
import { startKeyChallenge } from './webauthn/webauthn-factor.ts'

export function challengeFactor(service: Service): Endpoint {
  return async function createChallenge(c) {
    const { account } = c.var.signedIn
    const factor = factorOf(c, account)
    requireVerifiable(service, factor)
    const key =
      factor.factor_type === 'webauthn'
        ? await startKeyChallenge(service, account, factor)
        : undefined
    const now = service.now()
    const target = { account, factor, address: c.var.address }
    const channel = factor.phone ? await readPhoneChannel(c) : undefined
    if (factor.phone) await takePerNumber(service, factor.phone)
    const id = await service.database.transaction(async (tx) => {
      const challengeId = await openChallenge(tx, target, now, key?.sessionData)
      if (channel) await sendPhoneChallenge(tx, service, target, { challengeId, channel })
      return challengeId
    })
    return c.json({
      id,
      type: factor.factor_type,
      expires_at: Math.floor((now.getTime() + challengeLifeMs) / 1000),
      ...(key ? { webauthn: key.options } : {}),
    })
  }
}

async function readPhoneChannel(c: AuthContext): Promise<SmsChannel> {
  const { channel } = await readOptionalBody(c, v.object({ channel: text }))
  return readChannel(channel)
}
