// The mail server by form, as an email provider's help page describes it.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import {
  type MailEncryption,
  type MailServerState,
  mailEncryptions,
  type SavedMailServer,
  usualPorts,
} from '#schemas/mail-server.ts'
import { Button } from '#ui/button/button.tsx'
import { Field } from '#ui/field/field.tsx'
import { CallError, callStaff } from '../../../api.ts'
import { toMessage } from '../../../errors.ts'
import { showError, showSuccess } from '../../../notices/notices.tsx'
import { readServerForm, type ServerErrors, showServer } from './mail-server.ts'

export interface ServerFormProps {
  state: MailServerState
  onClose(): void
}

export function ServerForm({ state: { stored, company, fixed }, onClose }: ServerFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<ServerErrors>({})
  const [encryption, setEncryption] = useState<MailEncryption>(stored?.encryption ?? 'starttls')
  const client = useQueryClient()
  const save = useMutation({
    mutationFn: (server: SavedMailServer) => callStaff<MailServerState>('save-mail-server', server),
    onSuccess(saved) {
      void showServer(client, saved)
      showSuccess('Mail server saved. Send a test email to see that it works.')
      onClose()
    },
    onError(error) {
      const isAboutPassword = error instanceof CallError && error.code?.startsWith('password_')
      if (isAboutPassword) setErrors({ password: error.message })
      else showError(toMessage(error, 'Failed to save the mail server'))
    },
  })
  return (
    <form
      ref={form}
      noValidate
      className="mail-server-form"
      aria-label="Mail server"
      onSubmit={(event) => {
        event.preventDefault()
        const read = readServerForm(event.currentTarget)
        setErrors(read.errors ?? {})
        if (!read.errors) save.mutate(read.server)
        else
          form.current?.querySelector<HTMLElement>(`[name=${Object.keys(read.errors)[0]}]`)?.focus()
      }}
    >
      <Field label="Server" hint="Such as smtp.example.com" error={errors.host}>
        {(control) => (
          <input
            {...control}
            className="input"
            name="host"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            defaultValue={stored?.host}
          />
        )}
      </Field>
      <Field label="Encryption" error={errors.encryption}>
        {(control) => (
          <select
            {...control}
            className="input"
            name="encryption"
            value={encryption}
            onChange={({ target }) => setEncryption(target.value as MailEncryption)}
          >
            {Object.entries(mailEncryptions).map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      {/* The usual port of the encryption, unless another was stored with it. */}
      <Field key={encryption} label="Port" error={errors.port}>
        {(control) => (
          <input
            {...control}
            className="input"
            name="port"
            inputMode="numeric"
            defaultValue={stored?.encryption === encryption ? stored.port : usualPorts[encryption]}
          />
        )}
      </Field>
      <Field label="User name" hint="Often the whole email address" error={errors.username}>
        {(control) => (
          <input
            {...control}
            className="input"
            name="username"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            defaultValue={stored?.username}
          />
        )}
      </Field>
      <Field
        label="Password"
        hint={
          stored?.has_password
            ? 'One is stored and is not shown. Leave this empty to keep it.'
            : 'Stored encrypted, and never shown again'
        }
        error={errors.password}
      >
        {(control) => (
          <input
            {...control}
            className="input"
            type="password"
            name="password"
            autoComplete="new-password"
          />
        )}
      </Field>
      {!fixed.includes('MAIL_FROM') && (
        <>
          <Field
            label="Sender’s name"
            hint={`When empty: ${company.name}`}
            error={errors.sender_name}
          >
            {(control) => (
              <input
                {...control}
                className="input"
                name="sender_name"
                autoComplete="off"
                defaultValue={stored?.sender_name}
              />
            )}
          </Field>
          <Field
            label="Sender’s address"
            hint={`When empty: ${company.email}. Most servers want the address of the account.`}
            error={errors.sender_address}
          >
            {(control) => (
              <input
                {...control}
                className="input"
                type="email"
                name="sender_address"
                autoComplete="off"
                defaultValue={stored?.sender_address}
              />
            )}
          </Field>
        </>
      )}
      <div className="form-buttons">
        <Button type="submit" kind="main" isBusy={save.isPending}>
          {save.isPending ? 'Saving…' : 'Save mail server'}
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </form>
  )
}
