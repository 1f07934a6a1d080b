// Replay protection across all instances: a SAML assertion, a wallet's signature or an authenticator
// code is accepted once.
import type { Queryable } from '../database/database.ts'

/** False when the proof was used before. Of two concurrent requests the second waits for the first. */
export async function spendProof(
  tx: Queryable,
  { kind, id, expiresAt }: { kind: 'saml' | 'web3' | 'totp'; id: string; expiresAt: Date },
): Promise<boolean> {
  const { count } = await tx.query(
    `insert into internal.spent_proofs (kind, id, expires_at) values ($1, $2, $3)
     on conflict do nothing`,
    [kind, id, expiresAt],
  )
  return count === 1
}
