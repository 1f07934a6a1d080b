import { type EnquiryText, judge, readEnquiry } from '#backend/enquiries/judge/judge.ts'
import { demoContent } from '#tools/demo-content.ts'

const offers = [
  'We wash overalls',
  'My brother sells baskets from his van',
  'My aunt makes baskets',
  'We mend mower blades',
  'We sharpen hedge shears',
  'A friend of mine sells logs',
]

const annLee = { name: 'Ann Lee', phone: '01632 960001', address: 'WR14 2AA' }

/**
 * Advertising that the shipped model marks and does not hold. Which offer that is changes whenever the model
 * is taught.
 */
export function doubtfulOffer(day: string, sender: Omit<EnquiryText, 'message'> = annLee): string {
  const found = offers.find((offer) =>
    ['Mondays', 'Fridays'].every(
      (one) => verdictOf({ ...sender, message: sentence(offer, one) }) === 'doubtful',
    ),
  )
  if (!found) throw new Error('None of the offers is doubtful: add others')
  return sentence(found, day)
}

const sentence = (offer: string, day: string) => `${offer} and can stop at your yard on ${day}.`

function verdictOf(enquiry: EnquiryText): string {
  const { verdict } = judge(readEnquiry(enquiry, demoContent.area), {
    isTrapped: false,
    filledInMs: undefined,
    sameWordsFromOthers: 0,
    isEmailTooOften: false,
  })
  return verdict
}
