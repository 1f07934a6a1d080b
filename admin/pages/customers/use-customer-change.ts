// Merges and splits customers. Each can be undone from the notice, and later from the customer's page.
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { tables } from '../../api.ts'
import { toMessage } from '../../errors.ts'
import { showError, showNotice, showSuccess } from '../../notices/notices.tsx'
import { readAnew } from '../enquiries/enquiries-key.ts'

export type CustomerChangeRequest =
  | { kind: 'merge'; kept: string; merged: string }
  | { kind: 'split'; enquiry: string }
  | { kind: 'undo'; change: string }

/** `onDone` runs while what it concerns is still on the page, for the focus. */
export function useCustomerChange(onDone?: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess(id, { kind }) {
      onDone?.()
      if (!id) return showSuccess('Undone')
      const text = kind === 'split' ? 'The enquiry has a customer of its own' : 'Merged'
      const undo = { label: 'Undo', run: () => void undoFromNotice(client, id) }
      showNotice({ title: '', text, action: undo })
    },
    onError: (error) => showError(toMessage(error, 'The customer was not changed')),
    onSettled: () => readAnew(client),
  })
}

/** The id of the change, or undefined for an undo. */
async function change(request: CustomerChangeRequest): Promise<string | undefined> {
  switch (request.kind) {
    case 'merge': {
      const { kept, merged } = request
      const { data, error } = await tables.rpc('merge_customers', { kept, merged })
      if (error) throw error
      return data
    }
    case 'split': {
      const { data, error } = await tables.rpc('split_customer', { enquiry: request.enquiry })
      if (error) throw error
      return data
    }
    case 'undo': {
      const { error } = await tables.rpc('undo_customer_change', { change: request.change })
      if (error) throw error
    }
  }
}

/** The page of the button may be gone by then. */
async function undoFromNotice(client: QueryClient, id: string): Promise<void> {
  try {
    await change({ kind: 'undo', change: id })
    showSuccess('Undone')
  } catch (error) {
    showError(toMessage(error, 'The customer was not changed'))
  }
  await readAnew(client)
}
