// A colleague of the office over the table API and the endpoints, with their own session.
import { randomUUID } from 'node:crypto'
import type { Person } from '../dashboard.ts'
import type { MovedProduct } from '../moved-product.ts'
import { timeOn, type Visit } from './outcomes.ts'

export interface Office {
  change(enquiry: string, changed: object): Promise<void>
  book(enquiry: string, visit: Visit, colleague: string): Promise<void>
}

export async function officeOf({ url }: MovedProduct, person: Person): Promise<Office> {
  const signedIn = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: person.email, password: person.password }),
  })
  const { access_token } = (await signedIn.json()) as { access_token: string }
  const page = await (await fetch(`${url}/admin`)).text()
  const headers = {
    apikey: /data-key="([^"]+)"/.exec(page)?.[1] ?? '',
    Authorization: `Bearer ${access_token}`,
    'Content-Type': 'application/json',
  }
  async function call(method: string, path: string, body: object): Promise<void> {
    const answer = await fetch(`${url}/${path}`, { method, headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  }
  return {
    change: (enquiry, changed) => call('PATCH', `rest/v1/enquiries?id=eq.${enquiry}`, changed),
    book: (enquiry, { day, clock, minutes, address }, colleague) =>
      call('POST', 'functions/v1/enquiry-visit', {
        ...{ action: 'book', visit_id: randomUUID(), enquiry_id: enquiry, note: '' },
        ...{ colleague_id: colleague, minutes, address },
        starts_at: new Date(timeOn(day, clock)).toISOString(),
      }),
  }
}

export interface Member extends Person {
  id: string
}

export async function addColleague(product: MovedProduct, fullName: string): Promise<Member> {
  const email = `${fullName.toLowerCase().replaceAll(' ', '.')}@journeys.test`
  const password = 'a good enough password'
  const { id } = await product.post('auth/v1/admin/users', {
    ...{ email, password, email_confirm: true, user_metadata: { full_name: fullName } },
  })
  await product.post('rest/v1/user_roles', { user_id: String(id), role: 'staff' })
  return { id: String(id), email, password }
}
