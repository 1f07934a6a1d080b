// What the user wants to be told of, and how. Saved at once.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { NoticeChoices } from '#schemas/tables.ts'
import { tables } from '../../api.ts'
import { toMessage } from '../../errors.ts'
import { showError, showSuccess } from '../../notices/notices.tsx'

export type Choices = Pick<NoticeChoices, 'digest' | 'overdue' | 'push_new' | 'push_overdue'>

export interface Choice {
  name: keyof Choices
  label: string
  hint: string
  /** The notices when it was switched. */
  on: string
  off: string
}

/** Without a row. */
const defaults: Choices = { digest: true, overdue: true, push_new: true, push_overdue: true }

export function useNoticeChoices(userId: string) {
  const client = useQueryClient()
  const key = ['notice-choices', userId]
  const { data } = useQuery({
    queryKey: key,
    queryFn: async (): Promise<Choices> => {
      const { data: row, error } = await tables
        .from('notice_choices')
        .select('digest,overdue,push_new,push_overdue')
        .eq('user_id', userId)
        .maybeSingle()
      if (error) throw error
      return row ?? defaults
    },
    meta: { failed: 'Failed to fetch what you are told of' },
  })
  const save = useMutation({
    // One after the other: of two quick changes the last counts.
    scope: { id: 'notice-choices' },
    mutationFn: async ({ choice: { name }, isOn }: { choice: Choice; isOn: boolean }) => {
      const { error } = await tables
        .from('notice_choices')
        .upsert({ [name]: isOn }, { onConflict: 'user_id' })
      if (error) throw error
    },
    onMutate: ({ choice: { name }, isOn }) => {
      client.setQueryData<Choices>(key, (now) => ({ ...(now ?? defaults), [name]: isOn }))
    },
    onSuccess: (_, { choice, isOn }) => showSuccess(isOn ? choice.on : choice.off),
    async onError(error) {
      showError(toMessage(error, 'Failed to save your choice'))
      await client.invalidateQueries({ queryKey: key })
    },
  })
  return { choices: data, save: (choice: Choice, isOn: boolean) => save.mutate({ choice, isOn }) }
}
