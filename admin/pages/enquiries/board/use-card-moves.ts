// Moves a card at once, and back again if the server refuses or a colleague was faster.
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { enquiryStatuses } from '#schemas/enquiry.ts'
import type { Enquiry } from '#schemas/tables.ts'
import { toMessage } from '../../../errors.ts'
import { showError, showNotice } from '../../../notices/notices.tsx'
import { type EnquiryPage, statusFields } from '../enquiries.ts'
import { readAnew } from '../enquiries-key.ts'
import { titleOf } from '../enquiry-table.tsx'
import { changeEnquiry } from '../use-change.ts'
import {
  type CardMove,
  type ColumnStatus,
  columnStatuses,
  withChanged,
  withMoved,
} from './card-move.ts'
import { boardKey } from './columns.ts'

const mutationKey = ['move-card']

interface CardMoves {
  move(move: CardMove): void
  /** The card as it is by now, also when that is not drawn yet: the next key may come first. */
  findCard(id: string): Enquiry | undefined
}

export function useCardMoves(): CardMoves {
  const client = useQueryClient()
  // A second move of a card may begin before the first one's version has arrived.
  const versions = useRef(new Map<string, number>())
  const { mutate } = useMutation({
    mutationKey,
    // One after the other.
    scope: { id: 'move-card' },
    mutationFn({ card, status, lostReason }: CardMove & { before: Columns }) {
      const version = Math.max(card.version, versions.current.get(card.id) ?? 0)
      const reason = lostReason === undefined ? undefined : lostReason.trim() || null
      return changeEnquiry(client, { ...card, version }, statusFields(status, reason))
    },
    async onMutate() {
      await client.cancelQueries({ queryKey: boardKey })
      // A column that was being read is as it was before: every move that is on its way is drawn again.
      for (const { state } of client
        .getMutationCache()
        .findAll({ mutationKey, status: 'pending' })) {
        draw(state.variables as CardMove)
      }
    },
    onSuccess(changed, move) {
      if (!changed) {
        putBack(client, move.before)
        showError(`${titleOf(move.card)} was not moved: a colleague changed it meanwhile.`)
        return
      }
      versions.current.set(changed.id, changed.version)
      eachColumn(client, (page) => withChanged(page, changed))
      showMoved(move, changed)
    },
    onError(error, { before }) {
      putBack(client, before)
      showError(toMessage(error, 'Failed to update enquiry'))
    },
    onSettled() {
      // Not while another card is on its way: it would jump back.
      if (client.isMutating({ mutationKey }) > 1) return undefined
      return readAnew(client)
    },
  })

  function showMoved({ card, status }: CardMove, changed: Enquiry) {
    const back = card.status as ColumnStatus
    showNotice({
      title: `Moved to ${enquiryStatuses[status]}`,
      text: titleOf(card),
      action: {
        label: 'Undo',
        run: () => move({ card: changed, status: back, lostReason: card.lost_reason ?? '' }),
      },
    })
  }

  const columns = () => client.getQueriesData<EnquiryPage>({ queryKey: boardKey })
  const draw = (next: CardMove) =>
    eachColumn(client, (page, column) => withMoved(page, column, next))
  function move(next: CardMove) {
    const before = columns()
    draw(next)
    mutate({ ...next, before })
  }
  return {
    move,
    findCard: (id) =>
      columns()
        .flatMap(([, page]) => page?.enquiries ?? [])
        .find((card) => card.id === id),
  }
}

type Columns = [readonly unknown[], EnquiryPage | undefined][]

function eachColumn(
  client: QueryClient,
  change: (page: EnquiryPage, column: ColumnStatus) => EnquiryPage,
): void {
  for (const column of columnStatuses) {
    client.setQueriesData<EnquiryPage>(
      { queryKey: [...boardKey, column] },
      (page) => page && change(page, column),
    )
  }
}

function putBack(client: QueryClient, before: Columns): void {
  for (const [key, page] of before) client.setQueryData(key, page)
}
