// The list and the record by single keys, which can be switched off.
import { findViolations } from './support/axe.ts'
import { post, signIn } from './support/dashboard.ts'
import { admin, desktop, expect, test } from './support/product.ts'

test('an office manager goes through the enquiries by keyboard', async ({ page }) => {
  await page.setViewportSize(desktop)
  const word = `keys${Date.now().toString(36)}`
  for (const [name, created_at] of [
    ['Ann', '2026-06-03T10:00:00Z'],
    ['Bo', '2026-06-02T10:00:00Z'],
    ['Cy', '2026-06-01T10:00:00Z'],
  ]) {
    await post('rest/v1/enquiries', {
      ...{ name: `${name} ${word}`, created_at, status: 'contacted' },
      ...{ email: `${name}@${word}.test`, phone: '01632 960777', address: 'WR14 2AA' },
      ...{ service: 'Landscaping', message: 'A patio of six metres by four, please.' },
    })
  }
  await signIn(page, admin, `/admin/enquiries?sort=newest&search=${word}`)
  const row = (name: string) => page.getByRole('button', { name: `${name} ${word}` })
  const heading = page.getByRole('complementary').getByRole('heading', { level: 3 })
  await expect(row('Cy')).toBeVisible()

  await page.keyboard.press('j')
  await expect(row('Ann')).toBeFocused()
  await page.keyboard.press('j')
  await expect(row('Bo')).toBeFocused()
  await page.keyboard.press('o')
  await expect(heading).toHaveText(`Bo ${word}`)
  await page.keyboard.press('j')
  await expect(heading).toHaveText(`Cy ${word}`)
  await page.keyboard.press('j')
  await expect(heading).toHaveText(`Cy ${word}`)
  await page.keyboard.press('k')
  await expect(heading).toHaveText(`Bo ${word}`)
  await expect(heading).toBeFocused()

  await page.keyboard.press('r')
  const answer = page.getByRole('complementary').locator('.answer textarea')
  await expect(answer).toBeFocused()
  // In a field a letter is a letter.
  await page.keyboard.type('jko')
  await expect(answer).toHaveValue(/jko$/)
  await expect(heading).toHaveText(`Bo ${word}`)

  await heading.focus()
  await page.keyboard.press('/')
  await expect(page.getByLabel('Search enquiries')).toBeFocused()
  await heading.focus()
  await page.keyboard.press('?')
  const dialog = page.getByRole('dialog', { name: 'Keys' })
  await expect(dialog).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await dialog.getByLabel('Use single keys in this browser').uncheck()
  await page.keyboard.press('Escape')
  await heading.focus()
  await page.keyboard.press('j')
  await page.keyboard.press('?')
  await expect(dialog).toBeHidden()
  await expect(heading).toHaveText(`Bo ${word}`)
})
