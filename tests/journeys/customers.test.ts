// Customers in the dashboard: recognised in the list, merged, split, undone, exported.
import { makePerson, notice, openTab, post, signIn } from './support/dashboard.ts'
import { desktop, expect, phone, readTable, test } from './support/product.ts'
import { expectUsable } from './support/usable.ts'

const unique = () => `x${Date.now().toString(36)}${Math.floor(Math.random() * 1e6).toString(36)}`
const number = () => `+4470${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`

async function makeEnquiry(fields: Record<string, unknown>): Promise<void> {
  await post('rest/v1/enquiries', {
    email: `${unique()}@visitors.test`,
    phone: '01632 960777',
    address: 'WR14 2AA',
    service: 'Landscaping',
    message: 'A patio of six metres by four, please.',
    ...fields,
  })
}

async function customerOf(name: string): Promise<unknown> {
  const [enquiry] = await readTable(`enquiries?name=eq.${encodeURIComponent(name)}`)
  const [link] = await readTable(`enquiry_customers?enquiry_id=eq.${enquiry?.id}`)
  return link?.customer_id
}

for (const viewport of [phone, desktop]) {
  test(`a customer is recognised, merged and split at ${viewport.width} px`, async ({ page }) => {
    await page.setViewportSize(viewport)
    const word = unique()
    const phone_e164 = number()
    const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
    await makeEnquiry({ name: `Ann ${word}`, phone_e164, status: 'won', created_at: ago(90) })
    await makeEnquiry({ name: `Ann L ${word}`, phone_e164, status: 'won', created_at: ago(40) })
    await makeEnquiry({ name: `Ann Lee ${word}`, phone_e164, email: `${word}@v.test` })
    await makeEnquiry({ name: `Bea ${word}`, created_at: ago(10) })
    await expect.poll(() => customerOf(`Bea ${word}`)).toBeTruthy()
    await signIn(page, await makePerson(`Fern ${word}`, 'staff'))
    await openTab(page, 'Enquiries')
    await page.getByLabel('Search enquiries').fill(word)
    const row = page.getByRole('row').filter({ hasText: `Ann Lee ${word}` })
    await expect(row).toContainText('3rd enquiry, won twice')
    await row.getByRole('button', { name: `Ann Lee ${word}` }).click()
    const record = page.getByRole('complementary')
    await expect(record).toContainText('Also from this person')
    await record.getByRole('link', { name: 'Customer: 3rd enquiry, won twice' }).click()

    const heading = page.getByRole('heading', { name: `Ann Lee ${word}` })
    await expect(heading).toBeFocused()
    await expect(page.getByText('3 enquiries, won twice')).toBeVisible()
    await expect(page.getByRole('tab', { name: 'Enquiries' })).toHaveAttribute(
      'aria-selected',
      'true',
    )
    await expectUsable(page)

    // Merge with a customer who is found by name, and undo it from the notice.
    const [bea] = await readTable(`enquiries?name=eq.${encodeURIComponent(`Bea ${word}`)}`)
    const merge = async (typed: string) => {
      await page.getByRole('button', { name: 'Merge with another customer' }).click()
      const panel = page.getByRole('region', { name: 'Merge with another customer' })
      const box = panel.getByRole('searchbox')
      await expect(box).toBeFocused()
      await box.fill(`nobody-${word}`)
      await expect(panel).toContainText('No other customer is found')
      await box.fill(typed)
      await expect(panel).toContainText('1 customer found')
      await expectUsable(page)
      await panel.getByRole('button', { name: `Merge with Bea ${word}` }).click()
      await expect(page.getByText('4 enquiries, won twice')).toBeVisible()
      await expect(heading).toBeFocused()
    }
    await merge(`bea ${word}`)
    await notice(page, 'Merged').waitFor()
    await expectUsable(page)
    await page.locator('.toasts').getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('3 enquiries, won twice')).toBeVisible()

    // And again by the reference, as it was heard on the telephone, undone later from the page.
    await merge(String(bea?.reference).toLowerCase().replace('-', ' '))
    await page.reload()
    const changes = page.getByRole('region', { name: 'Merged and split' })
    await expect(changes).toContainText(`Fern ${word} merged another customer with 1 enquiry`)
    await changes.getByRole('button', { name: 'Undo' }).first().click()
    await expect(page.getByText('3 enquiries, won twice')).toBeVisible()
    await expect(changes).toContainText('undone')

    // What is not theirs is split off, and stays apart.
    const list = page.getByRole('region', { name: 'Enquiries', exact: true }).locator('li')
    await list
      .filter({ hasText: `Ann L ${word}` })
      .getByRole('button', { name: /Not this customer/ })
      .click()
    await expect(page.getByText('2 enquiries, won once')).toBeVisible()
    await expect(heading).toBeFocused()
    expect(await customerOf(`Ann L ${word}`)).not.toBe(await customerOf(`Ann ${word}`))
    await expect(page.getByText('May be the same as')).toHaveCount(0)
    await expectUsable(page)
  })
}

test('two customers who share an address are offered for merging', async ({ page }) => {
  const word = unique()
  const phone_e164 = number()
  await makeEnquiry({ name: `Cy ${word}`, phone_e164 })
  await makeEnquiry({ name: `Dee ${word}`, email: `${word}@v.test` })
  await expect.poll(() => customerOf(`Dee ${word}`)).toBeTruthy()
  await makeEnquiry({ name: `Cy and Dee ${word}`, phone_e164, email: `${word}@v.test` })
  await expect.poll(() => customerOf(`Cy and Dee ${word}`)).toBeTruthy()
  const other = await customerOf(`Dee ${word}`)
  await signIn(page, undefined, `/admin/customers/${other}`)
  await expect(page.getByText('May be the same as')).toContainText(`Cy and Dee ${word}`)
  await expect(page.getByText('same email address')).toBeVisible()
  await page.getByRole('button', { name: `Merge with Cy and Dee ${word}` }).click()
  await expect(page.getByText('3 enquiries')).toBeVisible()
  await expect(page.getByText('May be the same as')).toHaveCount(0)

  await page.getByRole('link', { name: `What we keep about ${word}@v.test` }).click()
  await expect(page.getByText('2 enquiries')).toBeVisible()
  expect(new URL(page.url()).search).not.toContain(word)
  await page.goto('/admin/activity')
  await expect(page.getByText(/merged two customers, with/).first()).toBeVisible()
})

test('a customer that is no more says where it went', async ({ page }) => {
  await signIn(page, undefined, '/admin/customers/00000000-0000-4000-8000-000000000000')
  await expect(page.getByText('There is no such customer')).toBeVisible()
})
