// The mail server as administrators set it up. A stored password is never sent back.
import { type MailServerState, savedMailServerSchema } from '#schemas/mail-server.ts'
import type { Queryable } from '../database/database.ts'
import { retryNow } from '../jobs/retry-now.ts'
import { mailKinds } from '../mail/mail-jobs.ts'
import { smtpConnections } from '../mail/smtp.ts'
import { Problem } from '../problem.ts'
import type { StaffDeps } from './deps.ts'
import { type AdminHandler, readBody } from './role-guards.ts'

type MailServerDeps = Pick<StaffDeps, 'database' | 'mailServer'>

export function readMailServer({ mailServer }: MailServerDeps): AdminHandler {
  return async function answerMailServer(c) {
    return c.json(await stateOf(mailServer))
  }
}

export function saveMailServer({ database, mailServer }: MailServerDeps): AdminHandler {
  return async function storeMailServer(c) {
    const server = await readBody(c, savedMailServerSchema)
    if (server.encryption === 'none' && server.password && !isLocal(server.host)) {
      throw new Problem('password_unprotected', {
        status: 422,
        message:
          'Without encryption an attacker on the way could read the password. Choose STARTTLS or TLS.',
      })
    }
    await database.transaction(async (tx) => {
      if (!(await mailServer.store.save(tx, server))) {
        throw new Problem('password_needed', {
          status: 422,
          message:
            'Enter the password again: the stored one belongs to another server or user name.',
        })
      }
      const { host, username } = server
      await noteChange(tx, c.var.admin.id, 'update', { host, username })
    })
    await mailServer.reload()
    await retryNow(database, mailKinds, smtpConnections)
    return c.json(await stateOf(mailServer))
  }
}

export function removeMailServer({ database, mailServer }: MailServerDeps): AdminHandler {
  return async function forgetMailServer(c) {
    await database.transaction(async (tx) => {
      await mailServer.store.remove(tx)
      await noteChange(tx, c.var.admin.id, 'delete', {})
    })
    await mailServer.reload()
    return c.json(await stateOf(mailServer))
  }
}

async function stateOf(mailServer: StaffDeps['mailServer']): Promise<MailServerState> {
  const stored = await mailServer.store.read()
  const { smtpUrl, from } = mailServer.environment
  return {
    fixed: [...(smtpUrl ? ['SMTP_URL' as const] : []), ...(from ? ['MAIL_FROM' as const] : [])],
    fixed_host: smtpUrl ? new URL(smtpUrl).hostname : null,
    fixed_sender: from ?? null,
    stored: stored ? listed(stored) : null,
    problem: (await mailServer.problem()) ?? null,
    company: mailServer.company(),
  }
}

function listed({ password: _, updated_at, ...server }: NonNullable<Stored>) {
  return { ...server, updated_at: updated_at.toISOString() }
}

type Stored = Awaited<ReturnType<StaffDeps['mailServer']['store']['read']>>

const isLocal = (host: string) => /^(localhost|127(\.\d+){3})$/i.test(host)

async function noteChange(
  tx: Queryable,
  adminId: string,
  action: 'update' | 'delete',
  after: Record<string, string>,
): Promise<void> {
  await tx.query(
    `insert into public.audit_trail (actor_id, actor, subject, action, after)
     select id, coalesce(nullif(full_name, ''), email, ''), 'mail_server', $2, $3::jsonb
     from public.profiles where id = $1`,
    [adminId, action, JSON.stringify(after)],
  )
}
