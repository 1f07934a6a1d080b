// Subject access and erasure, as the privacy policy promises: finds a person's data, exports or erases it.
import { useMutation, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { type SubmitEvent, useEffect, useState } from 'react'
import { Button } from '#ui/button/button.tsx'
import { Field } from '#ui/field/field.tsx'
import { Spinner } from '#ui/spinner/spinner.tsx'
import { toMessage } from '../../errors.ts'
import { enquiryQuery } from '../enquiries/enquiries.ts'
import { FoundPersonPanel } from './found-person.tsx'
import { type PersonIdentifier, readPerson } from './person.ts'
import { findPerson } from './person-requests.ts'

export function PersonalDataTab() {
  const [typed, setTyped] = useState('')
  const find = useMutation({ mutationFn: findPerson })
  const sender = useSenderOfEnquiry()
  const { mutate } = find

  useEffect(() => {
    if (!sender) return
    setTyped(sender)
    mutate(readPerson(sender))
  }, [sender, mutate])

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    mutate(readPerson(typed))
  }

  const person: PersonIdentifier | undefined = find.variables
  return (
    <section aria-labelledby="person-heading">
      <h2 id="person-heading">Personal data</h2>
      <p className="soft person-intro">
        When someone asks what we keep about them, or asks us to erase it, find them here. We have
        one month to answer.
      </p>
      <form className="panel person-form" onSubmit={onSubmit}>
        <Field
          label="Email address or telephone number"
          error={find.error ? toMessage(find.error, 'The search failed. Please try again.') : ''}
        >
          {(control) => (
            <input
              {...control}
              className="input"
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
              autoComplete="off"
              spellCheck={false}
              maxLength={255}
              required
            />
          )}
        </Field>
        <Button type="submit" kind="main" isBusy={find.isPending}>
          <Search aria-hidden="true" />
          Find
        </Button>
      </form>
      {find.isPending && <Spinner label="Looking" />}
      {find.data && person && (
        // The key resets the panel for every search, even for the same person.
        <FoundPersonPanel key={find.submittedAt} person={person} found={find.data} />
      )}
    </section>
  )
}

/**
 * For the link from an enquiry. The URL has the enquiry's id instead of an email address. Who rang may
 * have given a telephone number only.
 */
function useSenderOfEnquiry(): string | null | undefined {
  const { enquiry: id, by } = useSearch({ from: '/admin/personal-data' })
  const { data } = useQuery({ ...enquiryQuery(id ?? ''), enabled: id !== undefined })
  return by === 'phone' ? data?.phone : (data?.email ?? data?.phone)
}
