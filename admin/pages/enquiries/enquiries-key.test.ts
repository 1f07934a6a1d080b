import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { enquiriesKey, readAnew } from './enquiries-key.ts'

test('an answer that was on its way at the change is not kept', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const answers: ((status: string) => void)[] = []
  const observer = new QueryObserver<string>(client, {
    queryKey: [...enquiriesKey, 'one'],
    queryFn: () => new Promise((resolve) => answers.push(resolve)),
  })
  const seen: string[] = []
  const stop = observer.subscribe(({ data, error }) => {
    if (error) seen.push(error.message)
    if (data && data !== seen.at(-1)) seen.push(data)
  })
  expect(answers).toHaveLength(1)
  const done = readAnew(client)
  await expect.poll(() => answers.length).toBe(2)
  answers[0]?.('before the change')
  answers[1]?.('after the change')
  await done
  stop()
  expect(seen).toEqual(['after the change'])
})
