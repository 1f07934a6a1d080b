// Forty enquiries of one Tuesday, in the order in which they arrive. All people are invented; the numbers
// are of the ranges that Ofcom keeps for fiction.
import { doubtfulOffer } from '#tests/support/doubtful-offer.ts'

export interface Sent {
  /** On the day, in London. */
  at: string
  name: string
  email: string
  phone: string
  address: string
  service: string
  message: string
  /** Leads to its page with these. */
  utm_source?: string
  referrer?: string
  /** Filled by programs only: the field is hidden. */
  website?: string
}

const google = { referrer: 'https://www.google.com/' }
const bing = { referrer: 'https://www.bing.com/' }
const facebook = { referrer: 'https://m.facebook.com/' }
const leaflet = { utm_source: 'leaflet' }
const laundry = { name: 'Bright Workwear', phone: '01632 960119', address: 'WR1 2AB' }

type Line = [
  at: string,
  name: string,
  email: string,
  phone: string,
  address: string,
  service: string,
  message: string,
  from?: { utm_source?: string; referrer?: string; website?: string },
]

// biome-ignore format: a line each, like the list that it is
const lines: Record<string, Line> = {
  moss: ['06:40', 'Arthur Moss', 'arthur.moss', '01632 960101', 'WR10 1AX', 'Domestic', 'My late father’s garden has not been touched since spring and the house goes on the market in three weeks.', google],
  jeavons: ['07:15', 'Colin Jeavons', 'c.jeavons', '01632 960102', 'HR1 2JB', 'Grounds Maintenance', 'I manage a block of fourteen flats with lawns front and back. Our present contract ends next month.'],
  casino: ['07:40', 'Lucky Jackpot', 'win', '+1 202 555 0143', 'WR1 1AA', 'Other', 'Best online casino 2027! Free spins, instant bonus, claim now at https://casino-bonus.example and https://free-spins.example click here', {}],
  cole: ['08:12', 'Hannah Cole', 'hannah.cole', '07700 900103', 'WR14 2AA', 'Landscaping', 'We would like the cracked concrete at the back taken up and a sandstone patio laid, roughly six metres by four, with one step down to the lawn.', google],
  shah: ['08:31', 'Imran Shah', 'imran.shah', '07700 900104', 'WR1 3PT', 'Landscaping', 'Four panels of closeboard blew down in the wind, and the posts are rotten at the bottom. Access is through the side gate.', leaflet],
  tranter: ['08:40', 'Owen Tranter', 'owen.tranter', '07700 900105', 'WR5 1HN', 'Domestic', 'Could you give us a price for a visit every fortnight? Medium lawn, two long borders and a beech hedge.'],
  lloyd: ['08:52', 'Grace Lloyd', 'grace.lloyd', '01632 960106', 'HR8 1DL', 'Landscaping', 'The bank behind the house is slipping on to the path. About nine metres long and a metre and a half high.', google],
  munn: ['09:05', 'Dave Munn', 'dave.munn', '07700 900107', 'WR9 8LW', 'Pressure Washing', 'Block-paved drive for two cars, very green on the north side. Would you re-sand it afterwards?', facebook],
  weaver: ['09:14', 'Kath Weaver', 'kath.weaver', '07700 900108', 'WR14 3EU', 'Domestic', 'The front hedge wants cutting before the wedding on the twentieth. It is privet, about twelve metres.', leaflet],
  powell: ['09:26', 'Siân Powell', 'sian.powell', '01632 960109', 'WR11 4BG', 'Landscaping', 'A low wall of sleepers for a raised bed, four metres long, and the steps beside it mended.', bing],
  nowak: ['09:33', 'Tomasz Nowak', 'tomasz.nowak', '07700 900110', 'WR3 7SY', 'Domestic', 'Mowing every two weeks from now until October, please. The lawn is about two hundred square metres.', google],
  baker: ['09:47', 'Rosalind Baker', 'rosalind.baker', '01632 960111', 'WR2 4AY', 'Landscaping', 'Astro turf for a small yard where the dogs have worn the grass away. Five metres by five.'],
  seo: ['09:51', 'Kevin Marketing', 'kevin', '+44 20 7946 0000', 'WR1 1AA', 'Other', 'Hello, we offer SEO services to rank your website on the first page of Google. Cheap backlinks, guaranteed traffic. Reply for our price list.', {}],
  price: ['10:02', 'Leon Price', 'leon.price', '07700 900112', 'HR4 9QR', 'Grounds Maintenance', 'Two football pitches for a village club. We need mowing and the lines marked from August.', google],
  ford: ['10:09', 'Margaret Ford', 'margaret.ford', '01632 960113', 'WR10 2LD', 'Other', 'Do you take on small ponds? Ours leaks and the liner must be twenty years old.'],
  khan: ['10:15', 'Aisha Khan', 'aisha.khan', '07700 900114', 'WR4 9EQ', 'Landscaping', 'A new fence along the back, eighteen metres, with concrete posts and a gate. When could you start?', google],
  styles: ['10:21', 'Freya Styles', 'freya.styles', '07700 900115', 'WR14 1QQ', 'Domestic', 'I have moved into a house with a wild garden and would like one big tidy-up, with everything taken away.', facebook],
  hadley: ['10:55', 'Peter Hadley', 'peter.hadley', '01632 960116', 'B13 8JP', 'Landscaping', 'Would you come as far as Moseley for a patio and a pergola? You did my sister’s garden in Malvern.', google],
  // The same mobile, written in another way, from another address.
  tranterAgain: ['11:10', 'O Tranter', 'tranter.builds', '+44 7700 900105', 'WR5 1HN', 'Pressure Washing', 'While you are here, could you wash the patio as well? Forty square metres of Indian stone.'],
  pugh: ['11:24', 'Beth Pugh', 'beth.pugh', '01632 960117', 'HR2 6PD', 'Domestic', 'Weekly visits for my mother’s garden. She can no longer do the borders herself.', leaflet],
  dyer: ['11:41', 'Nick Dyer', 'nick.dyer', '07700 900118', 'WR9 0QH', 'Grounds Maintenance', 'Paddock of three acres to be topped twice a year, gate on to the lane wide enough for a tractor.'],
  laundry: ['11:58', laundry.name, 'sales', laundry.phone, laundry.address, 'Other', doubtfulOffer('Fridays', laundry)],
  parry: ['12:20', 'Yvonne Parry', 'yvonne.parry', '01632 960120', 'WR11 1HA', 'Pressure Washing', 'The church path is slippery with moss. About sixty metres of York stone, so it must be done gently.', google],
  // The same address as in the morning, in capitals.
  weaverAgain: ['12:44', 'Kath Weaver', 'KATH.WEAVER', '01632 960121', 'WR14 3EU', 'Landscaping', 'And a second job: the gate posts lean, and the gate drags on the gravel.', google],
  harper: ['13:05', 'Jess Harper', 'jess.harper', '07700 900122', 'HR8 2AA', 'Landscaping', 'A turning circle in gravel in front of the barn, with an edge that the mower can run over.', bing],
  wallet: ['13:30', 'Crypto Desk', 'desk', '+1 202 555 0199', 'WR1 1AA', 'Other', 'Dear sir, invest in bitcoin today and earn 300% profit weekly, guaranteed. Contact our broker on WhatsApp at https://crypto-profit.example', {}],
  webb: ['13:48', 'Carol Webb', 'carol.webb', '07700 900123', 'WR3 8TB', 'Domestic', 'Leaf clearing and a last cut in the autumn, and could you prune two old apple trees in the winter?'],
  // Neither number nor address of the one before.
  webbHusband: ['14:02', 'Martin Webb', 'martin.webb', '07700 900124', 'WR3 8TB', 'Landscaping', 'Our shed base has sunk at one corner. Could it be lifted, or must it be laid again?'],
  // Her number with his address: the office is asked whether they are one customer.
  webbBoth: ['14:26', 'The Webbs', 'martin.webb', '07700 900 123', 'WR3 8TB', 'Landscaping', 'We forgot to say that the fence beside the shed is ours too, and it leans towards the neighbours.'],
  ives: ['14:51', 'Ruth Ives', 'ruth.ives', '01632 960125', 'WR2 6NJ', 'Grounds Maintenance', 'Gritting for a surgery car park next winter. Forty spaces and a ramp for wheelchairs.', google],
  gale: ['15:08', 'Stephen Gale', 'stephen.gale', '01632 960126', 'WR10 3JQ', 'Landscaping', 'A retaining wall of about twelve metres where the drive was cut into the slope.', leaflet],
  bond: ['15:52', 'Louise Bond', 'louise.bond', '07700 900127', 'WR14 4PA', 'Landscaping', 'We would like a level place for a trampoline in a sloping garden. What would that cost, roughly?', facebook],
  trapped: ['16:05', 'James Smith', 'james.smith', '01632 960128', 'WR1 2AB', 'Domestic', 'I am interested in your services. Please send me more information.', { website: 'https://links.example' }],
  oakes: ['16:33', 'Helen Oakes', 'helen.oakes', '01632 960129', 'HR1 1LH', 'Domestic', 'My gardener retires this month. A day a fortnight, roses and fruit, and somebody who knows both.', google],
  lane: ['17:20', 'Robert Lane', 'robert.lane', '07700 900130', 'WR5 3DA', 'Pressure Washing', 'Render on the north wall has gone green. Is that something you wash, or does it need a painter?'],
  fox: ['18:25', 'Dilys Fox', 'dilys.fox', '01632 960131', 'HR4 0LE', 'Domestic', 'Just the lawn, please, every other Thursday if you can. There is a key under the third pot.', google],
  keen: ['19:40', 'Andrew Keen', 'andrew.keen', '07700 900132', 'WR1 1QT', 'Landscaping', 'A small front garden with nowhere to put three bins. Could you build something that hides them?', google],
  yates: ['20:15', 'Priti Yates', 'priti.yates', '07700 900133', 'WR9 7DU', 'Domestic', 'Is there a waiting list for regular visits? We are two doors from a house where you come on Fridays.', leaflet],
  holt: ['21:50', 'Sandra Holt', 'sandra.holt', '01632 960134', 'WR11 7EE', 'Other', 'A wasp nest in the compost heap, and behind it a fence panel that has to come out.'],
  reed: ['23:31', 'Joe Reed', 'joe.reed', '07700 900135', 'HR8 1QU', 'Landscaping', 'Steps from the kitchen door to the lawn, five of them, in the same brick as the house.', bing],
}

export type Tag = keyof typeof lines

export const forty: Record<string, Sent> = Object.fromEntries(
  Object.entries(lines).map(([tag, [at, name, email, phone, address, service, message, from]]) => [
    tag,
    {
      ...{ at, name, email: `${email}@visitors.test`, phone, address, service, message },
      ...from,
    },
  ]),
)
