// The office answers an enquiry from its record: template, preview, email, timeline, the clock stops.
import { notice, signIn } from './support/dashboard.ts'
import { mailedProduct } from './support/mailed-product.ts'
import { admin, desktop, expect, phone, test } from './support/product.ts'
import { expectUsable } from './support/usable.ts'

test.describe.configure({ mode: 'serial', timeout: 180_000 })
const own = mailedProduct()

const widths = { phone, desktop }

for (const [name, viewport] of Object.entries(widths)) {
  test(`an enquiry is answered by email on a ${name}`, async ({ browser }) => {
    const page = await browser.newPage({ baseURL: own.product.url, viewport })
    const customer = `Paula ${name}`
    const email = `paula.${name}@visitors.test`
    const id = await own.product.sendEnquiry(customer, { phone: '07700 900123' })
    await signIn(page, admin, `/admin/enquiries/${id}`)
    const record = page.getByRole('complementary')
    await expect(record.getByText(/left$|Overdue|due/i).first()).toBeVisible()
    await expect(record.getByRole('link', { name: 'Text' })).toHaveAttribute(
      'href',
      'sms:+447700900123',
    )
    await expect(record.getByRole('link', { name: 'WhatsApp' })).toHaveAttribute(
      'href',
      'https://wa.me/447700900123',
    )
    await record.getByRole('button', { name: 'Answer', exact: true }).click()
    const send = record.getByRole('button', { name: 'Send', exact: true })
    await expect(record.getByLabel('Subject')).toHaveValue('Your enquiry')
    await send.click()
    await expect(record.getByText('Please write your answer')).toBeVisible()
    await record.getByLabel('Template').selectOption('We can visit')
    const text = record.getByLabel('Your answer')
    await expect(text).toHaveValue(/^Hello Paula,\n\nThank you/)

    // An unknown placeholder is named at once.
    await text.fill('Hello Paula,\n\nwe can come on {day}.')
    await expect(record.getByText('There is no placeholder {day}')).toBeVisible()
    await text.fill('Hello {first_name},\n\nwe can come on Tuesday at nine.')
    // The draft survives closing the record and a reload.
    await page.reload()
    await expect(text).toHaveValue('Hello {first_name},\n\nwe can come on Tuesday at nine.')
    await record.getByRole('button', { name: 'Preview' }).click()
    const preview = record.getByRole('region', { name: 'Preview' })
    await expect(preview).toContainText('Hello Paula,')
    await expect(preview).toContainText(email)
    await expectUsable(page)

    await send.click()
    await expect(notice(page, 'Answer on its way')).toBeVisible()
    await expect(record.getByRole('button', { name: 'Answer', exact: true })).toBeFocused()
    const line = record.getByRole('listitem').filter({ hasText: 'Your enquiry about Domestic' })
    await expect(line).toContainText('Sent', { timeout: 20_000 })
    await line.getByText('Read it').click()
    await expect(line).toContainText('we can come on Tuesday at nine.')
    await expect(record.getByText('Moved from New to Contacted')).toBeVisible()
    await expect(record.getByText('First reply')).toBeVisible()
    await expect(record.getByRole('button', { name: 'Contacted' })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
    await expectUsable(page)

    const mail = own.mailServer.received.find(
      ({ to, subject }) => to?.[0]?.address === email && subject?.startsWith('Your enquiry about'),
    )
    expect(mail?.subject).toMatch(/^Your enquiry about Domestic \([0-9B-Y]{3}-[0-9B-Y]{3}\)$/)
    expect(mail?.replyTo).toMatchObject([{ address: 'office@hopyard.example' }])
    expect(mail?.text).toContain('Hello Paula,\n\nwe can come on Tuesday at nine.')
    await page.close()
  })
}

test('a call is logged in one tap, and having spoken stops the clock', async ({ browser }) => {
  const page = await browser.newPage({ baseURL: own.product.url, viewport: phone })
  const id = await own.product.sendEnquiry('Carl Called')
  await signIn(page, admin, `/admin/enquiries/${id}`)
  const record = page.getByRole('complementary')
  await expect(record.getByRole('link', { name: 'WhatsApp' })).toHaveCount(0)
  await record.getByRole('button', { name: 'No answer' }).click()
  await expect(record.getByText('Call: no answer')).toBeVisible()
  await expect(record.getByText('First reply')).toHaveCount(0)
  await record.getByRole('button', { name: 'Take back' }).click()
  await expect(record.getByText('Call: no answer')).toHaveCount(0)
  // A double click is one call.
  await record.getByRole('button', { name: 'Spoke' }).dblclick()
  await expect(record.getByText('Call: spoke')).toBeVisible()
  await expect(record.getByText('First reply')).toBeVisible()
  await expect(record.getByText('Call: spoke')).toHaveCount(1)
  await page.close()
})

test('what cannot be sent is told, and an address that was refused is marked', async ({
  browser,
}) => {
  const page = await browser.newPage({ baseURL: own.product.url, viewport: desktop })
  const id = await own.product.sendEnquiry('Rita Refused')
  await signIn(page, admin, `/admin/enquiries/${id}`)
  const record = page.getByRole('complementary')
  await record.getByRole('button', { name: 'Answer', exact: true }).click()
  await record.getByLabel('Template').selectOption('Outside our area')
  await page.route('**/functions/v1/enquiry-answer', (route) => route.abort(), { times: 1 })
  await record.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(record.getByText('Failed to send the answer')).toBeVisible()
  await expect(record.getByLabel('Your answer')).toHaveValue(/^Hello Rita,/)
  own.mailServer.behaviour = 'recipient-550'
  await record.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(record.getByText('The mail server refused this address.')).toBeVisible({
    timeout: 20_000,
  })
  // It reached nobody: the clock of the promise runs again.
  await expect(record.getByRole('button', { name: 'New', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
    { timeout: 20_000 },
  )
  await record.getByRole('button', { name: 'Answer', exact: true }).click()
  await expect(record.getByText('this may not arrive')).toBeVisible()
  own.mailServer.behaviour = 'fine'

  // The address is put right, and the same mail goes there.
  await record.getByRole('button', { name: 'Correct the details' }).click()
  await record.getByLabel('Email', { exact: true }).fill('rita@')
  await record.getByRole('button', { name: 'Save the details' }).click()
  await expect(record.getByText('Invalid email address')).toBeVisible()
  await record.getByLabel('Email', { exact: true }).fill('rita.right@visitors.test')
  await record.getByRole('button', { name: 'Save the details' }).click()
  await expect(notice(page, 'Details corrected')).toBeVisible()
  await expect(record.getByText('Corrected: email')).toBeVisible()
  await expect(record.getByText('this may not arrive')).toBeHidden()
  await expectUsable(page)
  await record.getByRole('button', { name: 'Try again' }).click()
  await expect
    .poll(() => own.mailServer.received.at(-1)?.to?.[0]?.address, { timeout: 20_000 })
    .toBe('rita.right@visitors.test')
  await page.close()
})

test('two who answer at once, or an enquiry that is erased meanwhile: the second is told', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: own.product.url, viewport: desktop })
  const [page, colleague] = [await context.newPage(), await context.newPage()]
  const id = await own.product.sendEnquiry('Olive Overtaken')
  await signIn(page, admin, `/admin/enquiries/${id}`)
  await colleague.goto(`/admin/enquiries/${id}`)
  for (const one of [page, colleague]) {
    const record = one.getByRole('complementary')
    await record.getByRole('button', { name: 'Answer', exact: true }).click()
    await record.getByLabel('Template').selectOption('We can visit')
    await expect(record.getByLabel('Your answer')).toHaveValue(/^Hello Olive,/)
  }
  const first = colleague.getByRole('complementary')
  await first.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(notice(colleague, 'Answer on its way')).toBeVisible()
  const record = page.getByRole('complementary')
  await record.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(record.getByText('went out while you were writing').first()).toBeVisible()
  await record.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(notice(page, 'Answer on its way')).toBeVisible()

  await record.getByRole('button', { name: 'Answer', exact: true }).click()
  await record.getByLabel('Your answer').fill('Hello Olive, one more thing.')
  const erased = await colleague.evaluate(async () => {
    const { access_token } = JSON.parse(localStorage.getItem('sb-127-auth-token') ?? '{}')
    const { key } = document.querySelector<HTMLElement>('[data-key]')?.dataset ?? {}
    const answer = await fetch('/functions/v1/staff-erase-person', {
      method: 'POST',
      headers: {
        apikey: key ?? '',
        authorization: `Bearer ${access_token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ email: 'olive.overtaken@visitors.test' }),
    })
    return answer.status
  })
  expect(erased).toBe(200)
  await record.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(notice(page, 'Your answer was not sent. This enquiry was erased')).toBeVisible()
  await context.close()
})
