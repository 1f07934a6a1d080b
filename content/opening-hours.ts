// Two readings of the opening hours stand side by side, as the specification asks: search engines
// are told the office hours, visitors of the contact page when somebody answers.

export interface OpeningSpan {
  days: readonly ('Mo' | 'Tu' | 'We' | 'Th' | 'Fr' | 'Sa' | 'Su')[]
  opens: string
  closes: string
}

export interface OpeningLine {
  days: string
  hours: string
}

/** For the structured data: Mo-Fr 08:00-17:00. */
export const structuredDataHours: readonly OpeningSpan[] = [
  { days: ['Mo', 'Tu', 'We', 'Th', 'Fr'], opens: '08:00', closes: '17:00' },
]

/** The contact page's hours as clock times: the 24-hour promise and the mails count by these. */
export const contactHours: readonly OpeningSpan[] = [
  { days: ['Mo', 'Tu', 'We', 'Th', 'Fr'], opens: '08:00', closes: '18:00' },
  { days: ['Sa'], opens: '09:00', closes: '16:00' },
]

/** The contact page's hours as the visitor reads them. */
export const contactHoursLines: readonly OpeningLine[] = [
  { days: 'Monday to Friday', hours: '8:00 AM to 6:00 PM' },
  { days: 'Saturday', hours: '9:00 AM to 4:00 PM' },
  { days: 'Sunday', hours: 'Closed' },
]
