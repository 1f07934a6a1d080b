import type { Locator } from '@playwright/test'

export interface FilledEnquiry {
  email: string
  name?: string
  service?: string
}

/** Fills in the form, from the first field to the consent. */
export async function fillEnquiry(form: Locator, enquiry: FilledEnquiry): Promise<void> {
  const { email, name = 'Hannah Cole', service = 'Landscaping' } = enquiry
  await form.getByLabel('Your name').fill(name)
  await form.getByLabel('Phone').fill('01632 960456')
  await form.getByLabel('Email').fill(email)
  await form.getByLabel('Postcode').fill('WR14 2AA')
  await form.getByLabel('Service').selectOption(service)
  await form.getByLabel('What would you like done?').fill('A patio of six metres by four, please.')
  await form.getByLabel(/privacy policy/).check()
}
