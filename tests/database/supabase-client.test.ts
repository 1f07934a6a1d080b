// The calls of section 7 of the specification, as supabase-js makes them for a visitor and for an
// administrator who is signed in.
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines } from '#tests/support/databases.ts'
import {
  type CallerName,
  openTableApi,
  origin,
  people,
  type TableApi,
} from '#tests/support/table-api.ts'

describe.each(engines)('%s', (engine) => {
  let api: TableApi
  beforeAll(async () => {
    api = await openTableApi(engine)
  })
  afterAll(() => api.remove())

  function supabase(caller: CallerName) {
    const { apikey = '', Authorization = '' } = api.headers(caller)
    return createClient(origin, apikey, {
      global: { fetch: api.fetch },
      // Node 20 has no WebSocket; nothing here opens one.
      realtime: { transport: class {} as never },
      ...(caller !== 'anon' &&
        caller !== 'service' && { accessToken: async () => Authorization.replace('Bearer ', '') }),
    })
  }
  const anon = () => supabase('anon')
  const admin = () => supabase('admin')

  const review = {
    author_name: 'Jo Bloggs',
    author_image: 'https://images.example/jo.jpg',
    rating: 4,
    review_text: 'Neat and tidy',
    time_posted: '2026-03-01T00:00:00.000Z',
    is_featured: false,
    review_id: 'manual_1772323200000',
  }

  test('a visitor reads the four newest featured reviews', async () => {
    const { data, error } = await anon()
      .from('google_reviews')
      .select('*')
      .eq('is_featured', true)
      .order('created_at', { ascending: false })
      .limit(4)
    expect(error).toBeNull()
    expect(data?.map(({ author_name }) => author_name)).toEqual([
      'Author 6',
      'Author 5',
      'Author 4',
      'Author 3',
    ])
    expect(Object.keys(data?.[0] ?? {})).toEqual(
      expect.arrayContaining([
        'id',
        'author_name',
        'author_image',
        'rating',
        'review_text',
        'time_posted',
        'is_featured',
        'review_id',
        'created_at',
      ]),
    )
  })

  test('a visitor sees no other review', async () => {
    const { data } = await anon().from('google_reviews').select('id')
    expect(data).toHaveLength(6)
  })

  test('an administrator reads all reviews, newest first', async () => {
    const { data } = await admin()
      .from('google_reviews')
      .select('*')
      .order('created_at', { ascending: false })
    expect(data).toHaveLength(10)
    expect(data?.[0]?.author_name).toBe('Author 10')
  })

  test('an administrator adds, edits, features and deletes a review', async () => {
    const reviews = () => admin().from('google_reviews')
    const added = await reviews().insert([review])
    expect(added).toMatchObject({ error: null, status: 201, data: null })

    const { data: found } = await reviews().select('*').eq('review_id', review.review_id).single()
    expect(found).toMatchObject({ ...review, time_posted: '2026-03-01T00:00:00+00:00' })

    const edited = await reviews()
      .update({ ...review, rating: 5 })
      .eq('id', found.id)
    expect(edited).toMatchObject({ error: null, status: 204 })

    const featured = await reviews().update({ is_featured: true }).eq('id', found.id).select()
    expect(featured.data).toMatchObject([{ rating: 5, is_featured: true }])

    const removed = await reviews().delete().eq('id', found.id)
    expect(removed).toMatchObject({ error: null, status: 204 })
    const { data: gone } = await reviews().select('id').eq('id', found.id).maybeSingle()
    expect(gone).toBeNull()
  })

  test('an administrator reads profiles, newest first, and roles', async () => {
    const { data: profiles } = await admin()
      .from('profiles')
      .select('*')
      .order('created_at', { ascending: false })
    const { data: roles } = await admin().from('user_roles').select('user_id, role')
    expect(profiles).toHaveLength(3)
    expect(roles).toContainEqual({ user_id: people.admin, role: 'admin' })
  })

  test('an administrator grants and revokes the admin role', async () => {
    const granted = await admin().from('user_roles').insert({ user_id: people.user, role: 'admin' })
    expect(granted).toMatchObject({ error: null, status: 201 })
    const again = await admin().from('user_roles').insert({ user_id: people.user, role: 'admin' })
    expect(again).toMatchObject({ status: 409, error: { code: '23505' } })

    const check = () =>
      supabase('user')
        .from('user_roles')
        .select('role')
        .eq('user_id', people.user)
        .eq('role', 'admin')
        .maybeSingle()
    expect(await check()).toMatchObject({ error: null, data: { role: 'admin' } })

    const revoked = await admin()
      .from('user_roles')
      .delete()
      .eq('user_id', people.user)
      .eq('role', 'admin')
    expect(revoked).toMatchObject({ error: null, status: 204 })
    expect(await check()).toMatchObject({ error: null, data: null })
  })

  test('the secret key does what it is asked', async () => {
    const service = supabase('service')
    const { data } = await service.from('enquiries').select('name, status').single()
    expect(data).toEqual({ name: 'Ann Lee', status: 'new' })
    const { error } = await service
      .from('enquiries')
      .update({ status: 'contacted' })
      .eq('status', 'new')
    expect(error).toBeNull()
  })

  test('a function is called', async () => {
    expect(await anon().rpc('add_numbers', { a: 20, b: 22 })).toMatchObject({ data: 42 })
  })

  test('nothing failed behind the answers', () => {
    expect(api.failures).toEqual([])
  })
})
