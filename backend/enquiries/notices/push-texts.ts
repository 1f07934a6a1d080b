// What notifications say: no name, number or address, as they are shown on locked screens.
import { dashboardPath, enquiryPath } from '#schemas/paths.ts'
import type { PushNotice } from '../../push/send-push.ts'

const maxLength = 120

export function newEnquiryNotice(enquiry: {
  id: string
  service: string
  town: string | null
}): PushNotice {
  const { id, service, town } = enquiry
  return {
    title: cut(`New enquiry: ${service}${town ? ` in ${town}` : ''}`),
    path: enquiryPath(id),
    tag: id,
  }
}

export function overdueNotice(count: number): PushNotice {
  return {
    title: count === 1 ? '1 answer is overdue' : `${count} answers are overdue`,
    path: dashboardPath('today'),
    tag: 'overdue',
  }
}

export function testNotice(company: string): PushNotice {
  return {
    title: 'Notifications work on this device',
    body: company,
    path: dashboardPath('account'),
    tag: 'test',
  }
}

function cut(text: string): string {
  const letters = [...text]
  return letters.length <= maxLength ? text : `${letters.slice(0, maxLength - 1).join('')}…`
}
