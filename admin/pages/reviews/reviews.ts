// Reads and changes reviews, with the requests that the specification names.
import { queryOptions } from '@tanstack/react-query'
import type { Review } from '#schemas/tables.ts'
import { tables } from '../../api.ts'

type ReviewSource = Pick<Review, 'source' | 'source_url'>

/** The fields of the specification, and the source if it is known. */
export type ReviewFields = Omit<Review, 'id' | 'created_at' | keyof ReviewSource> &
  Partial<ReviewSource>

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
