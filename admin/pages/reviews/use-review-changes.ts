// The actions of the buttons on a review, with their notices.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Review } from '#schemas/tables.ts'
import { toMessage } from '../../errors.ts'
import { showError, showSuccess } from '../../notices/notices.tsx'
import { deleteReview, featureReview, restoreReview, reviewsQuery, tieReview } from './reviews.ts'

export function useReviewChanges() {
  const client = useQueryClient()
  const [deleted, setDeleted] = useState<Review>()
  /** The enquiry that the deleted one was tied to. */
  const tie = useRef<string>(undefined)
  const reload = () => client.invalidateQueries({ queryKey: reviewsQuery.queryKey })

  const toggle = useMutation({
    mutationFn: ({ id, is_featured }: Review) => featureReview(id, !is_featured),
    async onSuccess() {
      await reload()
      showSuccess('Review updated successfully')
    },
    onError: () => showError('Failed to update review'),
  })
  const remove = useMutation({
    mutationFn: ({ id }: Review) => deleteReview(id),
    async onSuccess(_, review) {
      // Remove it from the list at once, even if the refetch fails.
      client.setQueryData(reviewsQuery.queryKey, (known) =>
        known?.filter(({ id }) => id !== review.id),
      )
      await reload()
      setDeleted(review)
      showSuccess('Review deleted successfully')
    },
    onError: () => showError('Failed to delete review'),
  })
  const undo = useMutation({
    mutationFn: async (review: Review) => {
      await restoreReview(review)
      if (tie.current) await tieReview(review.id, tie.current)
    },
    async onSuccess() {
      setDeleted(undefined)
      await reload()
      showSuccess('Review added successfully')
    },
    onError: (error) => showError(toMessage(error, 'Failed to save review')),
  })

  const busy = [toggle, remove].find(({ isPending }) => isPending)
  return {
    busyId: busy?.variables?.id,
    toggle: (review: Review) => toggle.mutate(review),
    remove(review: Review, enquiryId: string | undefined) {
      tie.current = enquiryId
      remove.mutate(review)
    },
    deleted,
    undo: () => deleted && undo.mutate(deleted),
    isUndoing: undo.isPending,
  }
}
