// What the quote and the won job are worth. Shown once there is a quote, or a value.
import { type FormEvent, useState } from 'react'
import { formatPounds, type ReadPounds, readPounds } from '#schemas/money.ts'
import type { Enquiry } from '#schemas/tables.ts'
import { Button } from '#ui/button/button.tsx'
import { Field } from '#ui/field/field.tsx'
import { useChange } from './use-change.ts'

export function Values({ enquiry }: { enquiry: Enquiry }) {
  const { status, quote_pence, won_pence } = enquiry
  const hasValue = quote_pence !== null || won_pence !== null
  if (status !== 'quoted' && status !== 'won' && !hasValue) return null
  // A colleague's change starts it anew.
  return <ValueForm key={`${quote_pence} ${won_pence}`} enquiry={enquiry} />
}

function ValueForm({ enquiry }: { enquiry: Enquiry }) {
  const { status, quote_pence, won_pence } = enquiry
  const [quote, setQuote] = useState(textOf(quote_pence))
  const [won, setWon] = useState(textOf(won_pence))
  const [errors, setErrors] = useState<{ quote?: string | undefined; won?: string | undefined }>({})
  const save = useChange(enquiry, 'Values saved')
  const isChanged = quote !== textOf(quote_pence) || won !== textOf(won_pence)
  function submit(event: FormEvent) {
    event.preventDefault()
    const read = { quote: readPounds(quote), won: readPounds(won) }
    setErrors({ quote: messageOf(read.quote), won: messageOf(read.won) })
    if (!read.quote.isValid || !read.won.isValid || save.isPending) return
    save.mutate({ quote_pence: read.quote.pence, won_pence: read.won.pence })
  }
  return (
    <form className="next-step-values" onSubmit={submit} noValidate>
      <Amount label="Quote (£)" value={quote} onChange={setQuote} error={errors.quote} />
      {(status === 'won' || won_pence !== null) && (
        <Amount label="Won (£)" value={won} onChange={setWon} error={errors.won} />
      )}
      {isChanged && (
        <Button type="submit" kind="main" isBusy={save.isPending}>
          Save values
        </Button>
      )}
    </form>
  )
}

interface AmountProps {
  label: string
  value: string
  error: string | undefined
  onChange(value: string): void
}

function Amount({ label, value, error, onChange }: AmountProps) {
  return (
    <Field label={label} error={error}>
      {(control) => (
        <input
          {...control}
          className="input"
          inputMode="decimal"
          autoComplete="off"
          maxLength={20}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  )
}

/** Without the sign, which the label has. */
const textOf = (pence: number | null) => (pence === null ? '' : formatPounds(pence).slice(1))

const messageOf = (read: ReadPounds) => (read.isValid ? undefined : read.message)
