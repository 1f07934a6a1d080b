import { useMutation } from '@tanstack/react-query'
import { Button } from '#ui/button/button.tsx'
import { auth } from '../../api.ts'
import { toMessage } from '../../errors.ts'
import { showError } from '../../notices/notices.tsx'
import { problemTexts } from '../sign-in/error-texts.ts'
import { CodeInput, digits } from '../sign-in/inputs.tsx'
import { codeOf } from '../sign-in/problem.tsx'

export interface Enrolment {
  id: string
  /** The QR code, as a data URL. */
  picture: string
  secret: string
}

export interface EnrolFormProps {
  enrolment: Enrolment
  onCancel(): void
  onDone(): void
}

export function EnrolForm({ enrolment, onCancel, onDone }: EnrolFormProps) {
  const verify = useMutation({
    mutationFn: async (code: string) => {
      const { error } = await auth.mfa.challengeAndVerify({ factorId: enrolment.id, code })
      if (error) throw error
    },
    onSuccess: onDone,
    onError: (error) => showError(problemTexts.get(codeOf(error)) ?? toMessage(error)),
  })
  return (
    <form
      className="account-form"
      onSubmit={(event) => {
        event.preventDefault()
        const typed = String(new FormData(event.currentTarget).get('code') ?? '')
        verify.mutate(digits(typed))
      }}
    >
      <p>Scan this with your authenticator app, then enter the six-digit code that it shows.</p>
      <img
        className="qr"
        src={enrolment.picture}
        alt="Code to scan with an authenticator app"
        width={200}
        height={200}
      />
      <p className="soft">
        Or type this into the app: <code>{enrolment.secret}</code>
      </p>
      <CodeInput label="Code from the app" />
      <div className="form-buttons">
        <Button type="submit" kind="main" isBusy={verify.isPending}>
          {verify.isPending ? 'Checking…' : 'Turn on'}
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  )
}
