// Notifications on the caller's own devices: the key to subscribe with, and a test. The subscriptions
// themselves are rows of the table API.
import * as v from 'valibot'
import { testNotice } from '../enquiries/notices/push-texts.ts'
import { forgetGone, recordSent } from '../enquiries/notices/push-worker.ts'
import { Problem } from '../problem.ts'
import type { Subscription } from '../push/send-push.ts'
import type { StaffDeps } from './deps.ts'
import { requireAllowance } from './require-allowance.ts'
import { readBody, type StaffHandler, uuid } from './role-guards.ts'

type DeviceDeps = Pick<StaffDeps, 'database' | 'content' | 'limits' | 'push'>

const Request = v.object({ id: uuid })
/** Enough to try a few settings of the device. */
const limit = { burst: 5, count: 5, perMs: 600_000 }
const ttlSeconds = 60

export function readPushKey({ push }: DeviceDeps): StaffHandler {
  return async function answerPushKey(c) {
    c.header('Cache-Control', 'no-store')
    return c.json({ key: await push.keys.readOrMake() })
  }
}

export function sendTestPush({ database, content, limits, push }: DeviceDeps): StaffHandler {
  return async function answerTestPush(c) {
    const { id } = await readBody(c, Request)
    const verdict = await limits.take('test-push', c.var.member.id, limit)
    requireAllowance(c, verdict, 'That was enough test notifications for now.')
    const { rows } = await database.query<Subscription>(
      'select endpoint, p256dh, auth from public.push_subscriptions where id = $1 and user_id = $2',
      [id, c.var.member.id],
    )
    const [subscription] = rows
    if (!subscription) throw deviceGone()
    const notice = testNotice(content.current.company.name)
    const end = await push.send(subscription, notice, { ttlSeconds }).catch((error) => {
      // Logged; the response of a server that the caller named is not for the caller.
      throw new Problem('push_failed', {
        status: 502,
        message: 'The notification service of this browser did not take it. Try again later.',
        cause: error,
      })
    })
    if (end === 'gone') {
      await forgetGone(database, [id])
      throw deviceGone()
    }
    await recordSent(database, [id])
    return c.json({ ok: true })
  }
}

function deviceGone(): Problem {
  return new Problem('device_gone', {
    status: 409,
    message: 'This browser no longer takes notifications. Turn them on again.',
  })
}
