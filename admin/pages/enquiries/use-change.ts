// Changes one enquiry, unless a colleague changed it since it was read: then the latest is shown, with
// who changed what, and nothing is overwritten.
import {
  type QueryClient,
  skipToken,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { Tables } from '#schemas/client-types.ts'
import { enquiryStatuses } from '#schemas/enquiry.ts'
import { formatPounds } from '#schemas/money.ts'
import type { Enquiry } from '#schemas/tables.ts'
import { tables } from '../../api.ts'
import { toMessage } from '../../errors.ts'
import { showError, showSuccess } from '../../notices/notices.tsx'
import { formatDay } from '../../parts/days.ts'
import { colleaguesQuery } from './colleagues.ts'
import { enquiryQuery } from './enquiries.ts'
import { readAnew } from './enquiries-key.ts'

type Change = Tables['public']['Tables']['enquiries']['Update']

/** A colleague was faster. */
export interface Overtaken {
  /** Null: the server, a former colleague, or one whose name could not be read. */
  by: string | null
  /** "Status: Quoted", as it is now. */
  changes: string[]
}

const overtakenKey = (id: string) => ['overtaken', id]

export function useChange(enquiry: Enquiry, done: string, onDone?: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (change: Change) => changeEnquiry(client, enquiry, change),
    onSuccess(changed) {
      if (!changed) return
      onDone?.()
      showSuccess(done)
    },
    onError: (error) => showError(toMessage(error, 'Failed to update enquiry')),
    onSettled: () => readAnew(client),
  })
}

/** As it is now; undefined when a colleague was faster, and the notice about it is then set. */
export async function changeEnquiry(
  client: QueryClient,
  enquiry: Enquiry,
  change: Change,
): Promise<Enquiry | undefined> {
  const { id, version } = enquiry
  const { data, error } = await tables
    .from('enquiries')
    .update(change)
    .eq('id', id)
    .eq('version', version)
    .select('*')
  if (error) throw error
  const [changed] = data
  if (changed) {
    forgetOvertaken(client, id)
    // So that an Undo, or the next change, goes by its version at once.
    client.setQueryData(enquiryQuery(id).queryKey, changed)
  } else await tellOvertaken(client, enquiry)
  return changed
}

/** Sets the notice about what a colleague changed since it was seen. Returns it as it is now. */
export async function tellOvertaken(client: QueryClient, seen: Enquiry): Promise<Enquiry> {
  const now = await client.fetchQuery({ ...enquiryQuery(seen.id), staleTime: 0 })
  const colleagues = await client.ensureQueryData(colleaguesQuery).catch(() => [])
  const by = colleagues.find(({ id }) => id === now.changed_by)?.name ?? null
  const overtaken: Overtaken = { by, changes: differences(seen, now) }
  client.setQueryData(overtakenKey(seen.id), overtaken)
  return now
}

export function useOvertaken(id: string): [Overtaken | null, () => void] {
  const client = useQueryClient()
  const { data } = useQuery<Overtaken | null>({ queryKey: overtakenKey(id), queryFn: skipToken })
  return [data ?? null, () => forgetOvertaken(client, id)]
}

export function forgetOvertaken(client: QueryClient, id: string): void {
  client.setQueryData(overtakenKey(id), null)
}

const described: [string, (enquiry: Enquiry) => string][] = [
  ['Status', ({ status }) => enquiryStatuses[status]],
  ['Assigned to', ({ assigned_name }) => assigned_name ?? 'nobody'],
  ['Follow up on', ({ follow_up_on }) => (follow_up_on ? formatDay(follow_up_on) : 'no day')],
  ['Quote', ({ quote_pence }) => pounds(quote_pence)],
  ['Won', ({ won_pence }) => pounds(won_pence)],
  ['Name', ({ name }) => name ?? 'none'],
  ['Phone', ({ phone }) => phone ?? 'none'],
  ['Email', ({ email }) => email ?? 'none'],
  ['Postcode', ({ address }) => address ?? 'none'],
  ['Service', ({ service }) => service],
  ['Lost because', ({ lost_reason }) => lost_reason ?? 'no reason'],
]

const pounds = (pence: number | null) => (pence === null ? 'no value' : formatPounds(pence))

export function differences(seen: Enquiry, now: Enquiry): string[] {
  return described
    .filter(([, read]) => read(seen) !== read(now))
    .map(([name, read]) => `${name}: ${read(now)}`)
}
