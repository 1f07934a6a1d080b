// Buckets, as the official storage client manages them with the secret key.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines } from '#tests/support/databases.ts'
import { photo } from '#tests/support/pictures.ts'
import { openStorageService, type StorageService } from '#tests/support/storage-service.ts'

describe.each(engines)('%s', (engine) => {
  let service: StorageService
  beforeAll(async () => {
    service = await openStorageService(engine)
  })
  afterAll(() => service.remove())
  const admin = () => service.client('service')
  const bytes = async () => new Uint8Array(await photo({ width: 60, height: 40 }))

  test('a bucket is made, changed, emptied and deleted', async () => {
    const made = await admin().createBucket('site', {
      public: true,
      fileSizeLimit: '1MB',
      allowedMimeTypes: ['image/*'],
    })
    expect(made.data).toEqual({ name: 'site' })
    expect((await admin().createBucket('site')).error).toMatchObject({ statusCode: '409' })
    expect((await admin().getBucket('site')).data).toMatchObject({
      id: 'site',
      public: true,
      file_size_limit: 1_000_000,
      allowed_mime_types: ['image/*'],
    })
    const { data } = await admin().listBuckets()
    expect(data?.map(({ id }) => id)).toEqual([
      'answer-files',
      'enquiry-photos',
      'site',
      'site-pictures',
    ])

    await admin()
      .from('site')
      .upload('a.jpg', await bytes(), { contentType: 'image/jpeg' })
    const { publicUrl } = admin().from('site').getPublicUrl('a.jpg').data
    expect((await service.fetch(publicUrl)).status).toBe(200)
    const small = admin()
      .from('site')
      .getPublicUrl('a.jpg', { transform: { width: 20 } })
    expect((await service.fetch(small.data.publicUrl)).status).toBe(200)

    expect((await admin().deleteBucket('site')).error).toMatchObject({ statusCode: '409' })
    const changed = await admin().updateBucket('site', { public: false })
    expect(changed.data).toEqual({ message: 'Successfully updated' })
    expect((await service.fetch(publicUrl)).status).toBe(400)
    expect((await admin().getBucket('site')).data).toMatchObject({ file_size_limit: 1_000_000 })

    expect((await admin().emptyBucket('site')).data).toEqual({ message: 'Successfully emptied' })
    expect((await admin().from('site').list()).data).toEqual([])
    expect((await admin().deleteBucket('site')).data).toEqual({ message: 'Successfully deleted' })
    expect((await admin().getBucket('site')).error).toMatchObject({ statusCode: '404' })
  })

  test.each(['anon', 'user', 'staff', 'admin'] as const)('%s manages no bucket', async (caller) => {
    const client = service.client(caller)
    expect((await client.createBucket('own')).error).toMatchObject({ statusCode: '403' })
    expect((await client.getBucket('enquiry-photos')).error).toMatchObject({ statusCode: '404' })
    expect((await client.listBuckets()).data).toEqual([])
    const changed = await client.updateBucket('enquiry-photos', { public: true })
    expect(changed.error).toMatchObject({ statusCode: '404' })
    expect((await client.emptyBucket('enquiry-photos')).error).toMatchObject({ statusCode: '404' })
    expect((await client.deleteBucket('enquiry-photos')).error).toMatchObject({ statusCode: '404' })
  })

  test('names are those of the official service', async () => {
    for (const name of ['', 'a/b', ' a', 'a?b', 'ä', 'x'.repeat(101)]) {
      expect((await admin().createBucket(name)).error, name).toMatchObject({ statusCode: '400' })
    }
  })

  test('nothing failed behind the answers', () => {
    expect(service.failures).toEqual([])
  })
})
