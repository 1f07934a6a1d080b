import { type EnquiryText, readEnquiry, shippedModel } from '#backend/enquiries/judge/judge.ts'
import { demoContent } from '#tools/demo-content.ts'

const offers = [
  'We wash overalls',
  'My brother sells baskets from his van',
  'My aunt makes baskets',
  'We mend mower blades',
  'We sharpen hedge shears',
  'We sell work gloves',
]
/** Each makes an offer less like advertising, by another measure. */
const additions = [
  '',
  ' in the afternoon',
  ' as you pass the church',
  ' before the hedge is cut',
  ' when my lawn is mown',
  ', my mother says',
]

const annLee = { name: 'Ann Lee', phone: '01632 960001', address: 'WR14 2AA' }

/**
 * Advertising that the shipped model marks and does not hold, as far from passing as from being held: one
 * click changes no verdict. Which words those are changes whenever the model is taught.
 */
export function doubtfulOffer(day: string, sender: Omit<EnquiryText, 'message'> = annLee): string {
  const { doubtful, spam } = shippedModel
  const distanceOf = (message: string) => {
    const { sum } = readEnquiry({ ...sender, message }, demoContent.area)
    return Math.abs(sum - (doubtful + spam) / 2)
  }
  const [nearest] = offers
    .flatMap((offer) => additions.map((addition) => sentence(offer, addition)))
    .map((say) => ({ say, distance: Math.max(...['Mondays', 'Fridays'].map(say).map(distanceOf)) }))
    .sort((a, b) => a.distance - b.distance)
  if (!nearest || nearest.distance > (spam - doubtful) / 4) {
    throw new Error('No offer is doubtful enough: add others')
  }
  return nearest.say(day)
}

const sentence = (offer: string, addition: string) => (day: string) =>
  `${offer} and can stop at your yard on ${day}${addition}.`
