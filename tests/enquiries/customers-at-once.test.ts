// Two changes of one customer at the same moment. On PostgreSQL alone: the embedded engine has one session.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#tests/support/databases.ts'

let opened: TestDatabase
beforeAll(async () => {
  opened = await openTestDatabase('postgres')
})
afterAll(() => opened.remove())

const query = async (sql: string, values: unknown[] = []) =>
  (await opened.database.query(sql, values)).rows

async function addEnquiry(name: string): Promise<string> {
  const id = randomUUID()
  await query(
    `insert into enquiries (id, name, email, phone, address, service, message)
     values ($1, $2, 'ann@x.test', '01632 960009', 'WR1 2AB', 'Other', 'And the hedge too')`,
    [id, name],
  )
  return id
}

test('a customer who is being filled is not dropped with the only other enquiry', async () => {
  const [known, added] = [await addEnquiry('Ann'), await addEnquiry('Bea')]
  const [customer] = await query('insert into customers default values returning id')
  await query('insert into enquiry_customers values ($1, $2)', [known, customer?.id])
  let spam: Promise<unknown> | undefined
  await opened.database.transaction(async (tx) => {
    await tx.query('insert into enquiry_customers values ($1, $2)', [added, customer?.id])
    spam = query(`update enquiries set status = 'spam' where id = $1`, [known])
    const isWaiting = async () =>
      (
        await query(
          `select from pg_stat_activity
           where wait_event_type = 'Lock' and datname = current_database()`,
        )
      ).length
    await expect.poll(isWaiting).toBe(1)
  })
  await spam
  expect(await query('select enquiry_id, customer_id from enquiry_customers')).toEqual([
    { enquiry_id: added, customer_id: customer?.id },
  ])
})
