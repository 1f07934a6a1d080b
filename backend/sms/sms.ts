// A message to a telephone, on its way to the service that sends it.

export const channels = ['sms', 'whatsapp'] as const
export type Channel = (typeof channels)[number]

export interface Sms {
  /** Also when it has to be sent again. */
  id: string
  /** With the plus sign. */
  to: string
  text: string
  channel: Channel
  /** When the code is of no use any more, as an ISO time. */
  expiresAt: string
}
