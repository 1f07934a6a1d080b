// Does for an address with nothing to mail about what is done for one that gets a mail: the same
// waiting time between two requests, and about the same work.
import { pretendToOpen, spendCommit } from '../accounts/registration.ts'
import { paceUnknown } from '../rate-limits.ts'
import type { Service } from '../service.ts'

export async function pretendToMail(service: Service, kind: string, email: string): Promise<void> {
  await paceUnknown(service, kind, email)
  await service.database.transaction(async (tx) => {
    await pretendToOpen(tx, service, {
      email,
      passwordHash: '',
      data: {},
      sender: { address: '', isForeign: true },
    })
    await spendCommit(tx)
  })
}
