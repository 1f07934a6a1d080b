// Two-factor: sets up an authenticator app; lists and removes security keys.
import type { Factor } from '@supabase/auth-js'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#ui/button/button.tsx'
import { Confirm } from '#ui/dialog/confirm.tsx'
import { RelativeTime } from '#ui/relative-time/relative-time.tsx'
import { auth } from '../../api.ts'
import { toMessage } from '../../errors.ts'
import { showError, showSuccess } from '../../notices/notices.tsx'
import { factorsQuery } from '../../second-factors.ts'
import { accountsQuery } from '../users/users.ts'
import { EnrolForm, type Enrolment } from './enrol-form.tsx'
import { RecoveryCodes, useMakeCodes } from './recovery-codes.tsx'

export function SecondFactor() {
  const client = useQueryClient()
  const [enrolment, setEnrolment] = useState<Enrolment>()
  const [confirming, setConfirming] = useState<string>()
  const [codes, setCodes] = useState<string[]>()
  const make = useMakeCodes(setCodes)
  const { data } = useQuery({
    ...factorsQuery,
    meta: { failed: 'Failed to fetch your second factor' },
  })
  const factors = data && [...data.totp, ...data.webauthn]
  const reload = async () => {
    await client.invalidateQueries({ queryKey: factorsQuery.queryKey })
    await client.invalidateQueries({ queryKey: accountsQuery.queryKey })
  }
  const begin = useMutation({
    mutationFn: async () => {
      const { data, error } = await auth.mfa.enroll({
        factorType: 'totp',
        friendlyName: `Authenticator app ${new Date().toISOString().slice(0, 16)}`,
      })
      if (error) throw error
      return { id: data.id, picture: data.totp.qr_code, secret: data.totp.secret }
    },
    onSuccess: setEnrolment,
    onError: (error) => showError(toMessage(error)),
  })
  const remove = useMutation({
    mutationFn: async (factorId: string) => {
      const { error } = await auth.mfa.unenroll({ factorId })
      if (error) throw error
    },
    async onSuccess(_, removedId) {
      setCodes(undefined)
      const left = factors?.filter(({ id }) => id !== removedId) ?? []
      await reload()
      showSuccess(left.length === 0 ? 'Two-factor is off' : 'Removed. Two-factor is still on')
    },
    onError: (error) => showError(toMessage(error)),
  })

  return (
    <section className="panel account-form" aria-labelledby="factor-heading">
      <h3 id="factor-heading">Two-factor</h3>
      {factors?.map((factor) => (
        <p key={factor.id} className="account-line">
          <span>
            On, since <RelativeTime at={factor.created_at} />. When you sign in you are asked for{' '}
            {formatFactor(factor)}.
          </span>
          <Button kind="danger-quiet" onClick={() => setConfirming(factor.id)}>
            Turn off
          </Button>
        </p>
      ))}
      {/* Unseen while it loads: its space is kept, or the panels below would move. */}
      {(!factors || factors.length === 0) && !enrolment && (
        <div className="account-form" data-loading={!factors || undefined}>
          <p>
            Off. With an authenticator app on your phone, a stolen password is not enough to sign
            in.
          </p>
          <Button isBusy={begin.isPending} onClick={() => begin.mutate()}>
            Set up two-factor
          </Button>
        </div>
      )}
      {enrolment && (
        <EnrolForm
          enrolment={enrolment}
          onCancel={() => setEnrolment(undefined)}
          onDone={() => {
            setEnrolment(undefined)
            showSuccess('Two-factor is on')
            make.mutate()
            void reload()
          }}
        />
      )}
      {factors && factors.length > 0 && <RecoveryCodes fresh={codes} onFresh={setCodes} />}
      {confirming && (
        <Confirm
          question={factors?.length === 1 ? 'Turn two-factor off?' : 'Remove this second step?'}
          confirm={factors?.length === 1 ? 'Turn off' : 'Remove'}
          onConfirm={() => remove.mutate(confirming)}
          onClose={() => setConfirming(undefined)}
        >
          <p>
            {factors?.length === 1
              ? 'Your password alone then opens the dashboard.'
              : 'You are asked for the other one from now on.'}
          </p>
        </Confirm>
      )}
    </section>
  )
}

/** Security keys by their names: there may be several. */
function formatFactor({ factor_type: type, friendly_name: name }: Factor): string {
  if (type === 'totp') return 'a code'
  return name ? `your security key “${name}”` : 'your security key'
}
