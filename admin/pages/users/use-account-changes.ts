// The actions on an account other than changing its roles, with their notices and undo.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { MailPage } from '#schemas/mails.ts'
import type { MemberRole } from '#schemas/roles.ts'
import { callStaff } from '../../api.ts'
import { toMessage } from '../../errors.ts'
import { showError, showSuccess } from '../../notices/notices.tsx'
import { accountsQuery, type UserWithRoles, usersQuery } from './users.ts'

export interface Undoable {
  done: 'disable' | 'reset'
  user: UserWithRoles
}

export interface Invitation {
  email: string
  full_name?: string
  role?: MemberRole
}

export function useAccountChanges() {
  const client = useQueryClient()
  const [last, setLast] = useState<Undoable>()
  const reload = () => client.invalidateQueries({ queryKey: accountsQuery.queryKey })

  const disable = useMutation({
    mutationFn: ({ id }: UserWithRoles) => callStaff('disable', { user_id: id }),
    async onSuccess(_, user) {
      await reload()
      setLast({ done: 'disable', user })
      showSuccess('Account disabled and signed out')
    },
    onError: (error) => showError(toMessage(error, 'Failed to update the account')),
  })
  const enable = useMutation({
    mutationFn: ({ id }: UserWithRoles) => callStaff('enable', { user_id: id }),
    async onSuccess(_, user) {
      if (last?.user.id === user.id) setLast(undefined)
      await reload()
      showSuccess('Account enabled')
    },
    onError: (error) => showError(toMessage(error, 'Failed to update the account')),
  })
  const reset = useMutation({
    mutationFn: ({ id }: UserWithRoles) => callStaff('reset', { user_id: id }),
    async onSuccess(_, user) {
      setLast({ done: 'reset', user })
      await notifyEmailed('The reset', user.email ?? '')
    },
    onError: (error) => showError(toMessage(error, 'Failed to send the email')),
  })
  const withdraw = useMutation({
    mutationFn: ({ id }: UserWithRoles) => callStaff('withdraw-reset', { user_id: id }),
    onSuccess() {
      setLast(undefined)
      showSuccess('The link no longer works')
    },
    onError: (error) => showError(toMessage(error, 'Failed to withdraw the link')),
  })
  const forget = useMutation({
    mutationFn: ({ id }: UserWithRoles) => callStaff('forget-factor', { user_id: id }),
    async onSuccess(_, { email }) {
      await reload()
      showSuccess(`Two-factor is off for ${email}`)
    },
    onError: (error) => showError(toMessage(error, 'Failed to update the account')),
  })
  const invite = useMutation({
    mutationFn: (invitation: Invitation) => callStaff('invite', invitation),
    async onSuccess(_, { email }) {
      await client.invalidateQueries({ queryKey: usersQuery.queryKey })
      await reload()
      await notifyEmailed('The invitation', email)
    },
    onError: (error) => showError(toMessage(error, 'Failed to invite')),
  })

  return {
    disable,
    enable,
    reset,
    forget,
    invite,
    last,
    undo: () => last && (last.done === 'disable' ? enable : withdraw).mutate(last.user),
    isUndoing: enable.isPending || withdraw.isPending,
  }
}

export type AccountChanges = ReturnType<typeof useAccountChanges>

/** Without a mail server the email stays in the outbox, where an administrator can read it. */
async function notifyEmailed(mail: string, email: string): Promise<void> {
  const { has_mail_server: isSent } = await callStaff<MailPage>('mail-list')
  showSuccess(
    isSent
      ? `${mail} is on its way to ${email}`
      : `${mail} for ${email} is in the outbox, because no mail server is set up. Read it under Mail and hand on the link.`,
  )
}
