// The mail server that is stored in the database, with its password encrypted. Every instance is
// notified of a change.
import { type MailServer, passwordOwner, type SavedMailServer } from '#schemas/mail-server.ts'
import type { Database, Queryable } from '../database/database.ts'
import type { Secrets } from './sealed-secrets.ts'

export const mailServerChannel = 'mail_server'

export interface StoredMailServer extends MailServer {
  updated_at: Date
  has_password: boolean
  /** Undefined without one, or when its key is not here. */
  password: string | undefined
}

export interface MailServerStore {
  read(): Promise<StoredMailServer | undefined>
  /** False when the stored password belongs to another server or account and a new one is needed. */
  save(tx: Queryable, server: SavedMailServer): Promise<boolean>
  remove(tx: Queryable): Promise<void>
}

interface Row extends MailServer {
  sealed_password: Uint8Array | null
  updated_at: Date
}

export function mailServerStore(database: Database, secrets: Secrets): MailServerStore {
  return {
    async read() {
      const row = await readRow(database)
      if (!row) return undefined
      const { sealed_password, ...server } = row
      const password =
        sealed_password && (await secrets.open(Buffer.from(sealed_password), passwordOwner(row)))
      return {
        ...server,
        has_password: sealed_password !== null,
        password: password ?? undefined,
      }
    },
    async save(tx, { password, ...server }) {
      const owner = passwordOwner(server)
      let sealed: Uint8Array | null = null
      if (password) sealed = await secrets.seal(password, owner)
      else if (password === undefined) {
        const row = await readRow(tx, 'for update')
        const isKept = row?.sealed_password && passwordOwner(row) === owner
        if (row?.sealed_password && !isKept && server.username !== '') return false
        if (isKept) sealed = row.sealed_password
      }
      await writeRow(tx, server, sealed)
      await notify(tx)
      return true
    },
    async remove(tx) {
      await tx.query('delete from internal.mail_server')
      await notify(tx)
    },
  }
}

async function readRow(from: Queryable, lock = ''): Promise<Row | undefined> {
  const { rows } = await from.query<Row>(
    `select host, port, encryption, username, sender_name, sender_address, sealed_password, updated_at
     from internal.mail_server ${lock}`,
  )
  return rows[0]
}

async function writeRow(tx: Queryable, server: MailServer, sealed: Uint8Array | null) {
  await tx.query(
    `insert into internal.mail_server
       (host, port, encryption, username, sender_name, sender_address, sealed_password)
     values ($1, $2, $3, $4, $5, $6, decode($7, 'hex'))
     on conflict (is_only) do update set host = excluded.host, port = excluded.port,
       encryption = excluded.encryption, username = excluded.username,
       sender_name = excluded.sender_name, sender_address = excluded.sender_address,
       sealed_password = excluded.sealed_password, updated_at = clock_timestamp()`,
    [
      ...[server.host, server.port, server.encryption, server.username],
      ...[server.sender_name, server.sender_address],
      sealed && Buffer.from(sealed).toString('hex'),
    ],
  )
}

async function notify(tx: Queryable): Promise<void> {
  await tx.query(`select pg_notify('${mailServerChannel}', '')`)
}
