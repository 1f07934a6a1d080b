// Answers that became overdue since the last such email to the colleague.

import type { TodayEnquiry, TodayGroup } from '#schemas/function-results.ts'
import { dashboardPath } from '#schemas/paths.ts'
import { enquiryLine, promised } from './digest.ts'
import { type Company, type EmailContent, layout } from './layout.ts'
import { maxCounted, noticeSettings } from './notice-settings.ts'

export function overdueAnswers(
  { count, rows }: TodayGroup<TodayEnquiry>,
  day: string,
  siteUrl: URL,
  company: Company,
): EmailContent {
  const shown = `${count.toLocaleString('en-GB')}${count >= maxCounted ? ' or more' : ''}`
  const subject = count === 1 ? '1 answer is overdue' : `${shown} answers are overdue`
  return layout(
    {
      subject,
      heading: subject,
      paragraphs: ['The time by which we promised an answer has passed.'],
      groups: [
        {
          heading: 'Longest waiting first',
          lines: rows.map((row) => enquiryLine(row, promised(row, day), siteUrl)),
          more: count - rows.length,
          isMoreAtLeast: count >= maxCounted,
        },
      ],
      link: { label: 'Open Today', href: new URL(dashboardPath('today'), siteUrl).href },
      ...noticeSettings(siteUrl, 'You are told of each overdue answer once.'),
    },
    company,
  )
}
