// A scaled-down day of visitors, staff and API clients: requests of every kind at a fixed rate, each
// from its own address, so that memory kept per visitor would show.
import { anEnquiry } from '#tests/support/enquiry-service.ts'

export interface MixedLoad {
  /** Responses by status. */
  answers: Map<number, number>
  stop(): Promise<void>
}

export interface MixedLoadOptions {
  url: string
  perSecond: number
  secretKey: string
  admin: { email: string; password: string }
}

const pages = ['/', '/domestic', '/landscaping/patios', '/malvern', '/contact-us', '/no-such-page']
/** More would only queue for the database. */
const maxUnderWay = 40

export function startMixedLoad(options: MixedLoadOptions): MixedLoad {
  const { url, perSecond, secretKey, admin } = options
  const answers = new Map<number, number>()
  const underWay = new Set<Promise<void>>()
  const asService = { apikey: secretKey }
  let sent = 0
  let refreshToken: string | undefined

  async function ask(path: string, init: RequestInit = {}): Promise<string> {
    const headers = {
      'Content-Type': 'application/json',
      'X-Forwarded-For': `10.${(sent >> 16) & 255}.${(sent >> 8) & 255}.${sent & 255}`,
      ...(init.headers as Record<string, string>),
    }
    const answer = await fetch(url + path, { ...init, headers })
    answers.set(answer.status, (answers.get(answer.status) ?? 0) + 1)
    return answer.text()
  }
  const post = (path: string, body: unknown) =>
    ask(path, { method: 'POST', body: JSON.stringify(body) })

  async function signIn(grant: 'password' | 'refresh_token', body: object): Promise<void> {
    const answer = await post(`/auth/v1/token?grant_type=${grant}`, body)
    refreshToken = (JSON.parse(answer) as { refresh_token?: string }).refresh_token
  }

  async function sendOne(number: number): Promise<void> {
    const turn = number % 30
    if (turn < 13) await ask(pages[number % pages.length] ?? '/')
    else if (turn < 18) {
      const email = `visitor${number}@example.com`
      await post('/functions/v1/contact-webhook', { ...anEnquiry, email, idempotency_key: email })
    } else if (turn < 24) {
      const limit = 1 + (number % 40)
      await ask(`/rest/v1/google_reviews?order=created_at.desc&limit=${limit}`, {
        headers: asService,
      })
    } else if (turn < 27) {
      const limit = 10 + (number % 40)
      await ask(`/rest/v1/enquiries?order=created_at.desc&limit=${limit}`, { headers: asService })
    } else if (turn === 27) await signIn('password', { ...admin, password: 'a wrong one' })
    else if (turn === 28) await signIn('password', admin)
    else if (refreshToken) await signIn('refresh_token', { refresh_token: refreshToken })
  }

  const timer = setInterval(() => {
    if (underWay.size >= maxUnderWay) return
    sent += 1
    const one = sendOne(sent)
      .catch(() => void answers.set(0, (answers.get(0) ?? 0) + 1))
      .finally(() => underWay.delete(one))
    underWay.add(one)
  }, 1000 / perSecond)

  return {
    answers,
    async stop() {
      clearInterval(timer)
      await Promise.all(underWay)
    },
  }
}
