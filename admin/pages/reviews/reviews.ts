// Reads and changes reviews, with the requests that the specification names.
import { queryOptions } from '@tanstack/react-query'
import type { Review } from '#schemas/tables.ts'
import { tables } from '../../api.ts'

type ReviewExtras = Pick<Review, 'id' | 'source' | 'source_url' | 'town' | 'service'>

/** The fields of the specification, and what else is known. */
export type ReviewFields = Omit<Review, 'created_at' | keyof ReviewExtras> & Partial<ReviewExtras>

export const reviewsQuery = queryOptions({
  queryKey: ['reviews'],
  queryFn: readReviews,
  meta: { failed: 'Failed to fetch reviews' },
})

async function readReviews(): Promise<Review[]> {
  const { data, error } = await tables
    .from('google_reviews')
    .select('*')
    .order('created_at', { ascending: false })
  if (error) throw error
  return data
}

/** By review, the enquiry that it came of. */
export const tiesQuery = queryOptions({
  queryKey: ['reviews', 'enquiries'],
  queryFn: async () => {
    const { data, error } = await tables.from('review_enquiries').select('*')
    if (error) throw error
    return new Map(data.map(({ review_id, enquiry_id }) => [review_id, enquiry_id]))
  },
})

/** Empty: the review is tied to no enquiry. */
export async function tieReview(review_id: string, enquiry_id: string): Promise<void> {
  const ties = tables.from('review_enquiries')
  const { error } = enquiry_id
    ? await ties.upsert({ review_id, enquiry_id })
    : await ties.delete().eq('review_id', review_id)
  if (error) throw error
}

export async function addReview(fields: ReviewFields): Promise<void> {
  const { error } = await tables.from('google_reviews').insert(fields)
  if (error) throw error
}

/** One request: adds all of them or none. */
export async function addReviews(reviews: ReviewFields[]): Promise<void> {
  const { error } = await tables.from('google_reviews').insert(reviews)
  if (error) throw error
}

export async function editReview(id: string, fields: ReviewFields): Promise<void> {
  const { error } = await tables.from('google_reviews').update(fields).eq('id', id)
  if (error) throw error
}

export async function featureReview(id: string, is_featured: boolean): Promise<void> {
  const { error } = await tables.from('google_reviews').update({ is_featured }).eq('id', id)
  if (error) throw error
}

export async function deleteReview(id: string): Promise<void> {
  const { error } = await tables.from('google_reviews').delete().eq('id', id)
  if (error) throw error
}

/** Undoes a deletion: inserts the same row, with its id and creation time. */
export async function restoreReview(review: Review): Promise<void> {
  const { error } = await tables.from('google_reviews').insert(review)
  if (error) throw error
}
