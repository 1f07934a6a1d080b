// Makes a request for an unknown address look like one that sends an email: the same interval, and
// about the same work.
import { simulateCommit, simulateSignUp } from '../accounts/registration.ts'
import { countMessage } from '../accounts/strangers.ts'
import { throttleUnknown } from '../rate-limits.ts'
import type { Service } from '../service.ts'

export async function simulateMail(service: Service, kind: string, email: string): Promise<void> {
  await throttleUnknown(service, kind, email)
  await service.database.transaction(async (tx) => {
    await countMessage(tx, service, 'email')
    await simulateSignUp(tx, service, {
      email,
      passwordHash: '',
      data: {},
      sender: { address: '', isForeign: true },
    })
    await simulateCommit(tx)
  })
}
