// The mail server: its query, and the form's values read and checked.
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import * as v from 'valibot'
import {
  type MailServerState,
  type SavedMailServer,
  savedMailServerSchema,
} from '#schemas/mail-server.ts'
import { callStaff } from '../../../api.ts'
import { answerTemplatesQuery } from '../../enquiries/answer.ts'
import { readAnew } from '../../enquiries/enquiries-key.ts'
import { checksQuery } from '../../status/status.ts'

export const mailServerQuery = queryOptions({
  queryKey: ['mail-server'],
  queryFn: () => callStaff<MailServerState>('mail-server'),
  meta: { failed: 'Failed to fetch the mail server' },
})

/** What the dashboard says of mails depends on whether there is a server. */
export async function showServer(client: QueryClient, state: MailServerState): Promise<void> {
  client.setQueryData(mailServerQuery.queryKey, state)
  void client.invalidateQueries({ queryKey: checksQuery.queryKey })
  void client.invalidateQueries({ queryKey: answerTemplatesQuery.queryKey })
  await readAnew(client)
}

export type ServerErrors = Partial<Record<keyof SavedMailServer, string>>

/** An empty password keeps the stored one. */
export function readServerForm(
  form: HTMLFormElement,
): { server: SavedMailServer; errors?: undefined } | { errors: ServerErrors } {
  const { password, port, ...typed } = Object.fromEntries(new FormData(form))
  const result = v.safeParse(savedMailServerSchema, {
    ...typed,
    port: port === '' ? undefined : Number(port),
    ...(password !== '' && { password }),
  })
  if (result.success) return { server: result.output }
  const errors: ServerErrors = {}
  for (const issue of result.issues) {
    const field = issue.path?.[0]?.key as keyof SavedMailServer | undefined
    if (field) errors[field] ??= issue.message
  }
  return { errors }
}
