// The key pair with which browsers subscribe, the same on all instances: made when the first colleague
// asks for it, its private half encrypted with a key that is not in the database.
import type { Database, Queryable } from '../database/database.ts'
import type { Secrets } from '../mail/sealed-secrets.ts'
import { makeVapidKeys, type VapidKeys } from './vapid.ts'

export interface PushKeys {
  /** Undefined when there are none, or they were encrypted with another key. */
  read(): Promise<VapidKeys | undefined>
  /** The public half; made when there are none. */
  readOrMake(): Promise<string>
}

interface Row {
  public_key: string
  sealed_private_key: Uint8Array
}

const ownerOf = (publicKey: string) => `push ${publicKey}`

export function pushKeys(database: Database, secrets: Secrets): PushKeys {
  async function read(from: Queryable = database): Promise<VapidKeys | undefined> {
    const { rows } = await from.query<Row>(
      'select public_key, sealed_private_key from internal.push_keys',
    )
    const [row] = rows
    if (!row) return undefined
    const { public_key: publicKey, sealed_private_key: sealed } = row
    const privateKey = await secrets.open(Buffer.from(sealed), ownerOf(publicKey))
    return privateKey === undefined ? undefined : { publicKey, privateKey }
  }

  return {
    read: () => read(),
    async readOrMake() {
      const found = await read()
      if (found) return found.publicKey
      const made = makeVapidKeys()
      const sealed = await secrets.seal(made.privateKey, ownerOf(made.publicKey))
      return database.transaction(async (tx) => {
        await tx.query(`select pg_advisory_xact_lock(hashtextextended('internal.push_keys', 0))`)
        const meanwhile = await read(tx)
        if (meanwhile) return meanwhile.publicKey
        // The key of the secrets was lost: subscriptions made with the old pair take nothing any more.
        const { count } = await tx.query('delete from internal.push_keys')
        if (count > 0) await tx.query('delete from public.push_subscriptions')
        await tx.query(
          `insert into internal.push_keys (public_key, sealed_private_key)
           values ($1, decode($2, 'hex'))`,
          [made.publicKey, sealed.toString('hex')],
        )
        return made.publicKey
      })
    },
  }
}
