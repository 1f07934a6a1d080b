// Forty enquiries over ninety days, made from a few people and a few jobs in fixed combinations.
interface DemoEnquiry {
  daysAgo: number
  status: string
  name: string
  email: string
  phone: string
  address: string
  service: string
  message: string
  referrer?: string
  utm_source?: string
  utm_medium?: string
  utm_campaign?: string
}

const people = [
  'Hannah Cole',
  'Imran Shah',
  'Beth Pugh',
  'Owen Tranter',
  'Grace Lloyd',
  'Peter Hadley',
  'Siân Powell',
  'Dave Munn',
  'Rosalind Baker',
  'Tomasz Nowak',
  'Kath Weaver',
  'Leon Price',
  'Margaret Ford',
  'Aisha Khan',
  'Colin Jeavons',
  'Freya Styles',
  'Nick Dyer',
  'Yvonne Parry',
  'Arthur Moss',
  'Jess Harper',
]
const postcodes = [
  'WR14 2AA',
  'WR1 3PT',
  'HR1 2JB',
  'WR9 8LW',
  'WR10 1AX',
  'WR11 4BG',
  'HR8 1DL',
  'WR5 1HN',
  'HR4 9QR',
  'WR3 7SY',
]
const jobs: [string, string][] = [
  [
    'Domestic',
    'Could you give us a price for a visit every fortnight? Medium lawn, two long borders and a beech hedge of about fifteen metres.',
  ],
  [
    'Landscaping',
    'We would like the cracked concrete at the back taken up and a sandstone patio laid, roughly six metres by four, with one step down to the lawn.',
  ],
  [
    'Pressure Washing',
    'Block-paved drive for two cars, very green on the north side. Would you re-sand it afterwards?',
  ],
  [
    'Grounds Maintenance',
    'I manage a block of fourteen flats with lawns front and back and a car park. Our present contract ends next month.',
  ],
  [
    'Landscaping',
    'Four panels of closeboard blew down in the wind, and the posts are rotten at the bottom. Access is through the side gate.',
  ],
  [
    'Domestic',
    'My late father’s garden has not been touched since spring and the house goes on the market in three weeks.',
  ],
  [
    'Grounds Maintenance',
    'Two football pitches and a cricket outfield for a village club. We need mowing from March and the lines marked.',
  ],
  [
    'Landscaping',
    'The bank behind the house is slipping on to the path. About nine metres long and a metre and a half high.',
  ],
  ['Other', 'Do you take on small ponds? Ours leaks and the liner must be twenty years old.'],
  [
    'Grounds Maintenance',
    'Paddock of three acres to be topped twice a year, gate on to the lane wide enough for a tractor.',
  ],
]
const sources = [
  {},
  { referrer: 'https://www.google.com/' },
  { utm_source: 'leaflet', utm_medium: 'print', utm_campaign: 'spring' },
  { referrer: 'https://duckduckgo.com/' },
  { utm_source: 'google', utm_medium: 'cpc', utm_campaign: 'patios' },
]
const statuses = ['new', 'contacted', 'visit_booked', 'quoted', 'won', 'lost', 'won', 'quoted']

/** List access that wraps around. */
const at = <T>(list: readonly T[], i: number): T => list[i % list.length] as T

export const demoEnquiries: DemoEnquiry[] = Array.from({ length: 40 }, (_, i) => {
  const name = at(people, i * 7)
  const [service, message] = at(jobs, i * 3 + Math.floor(i / 10))
  const daysAgo = Math.round((i * i * 90) / (39 * 39))
  return {
    daysAgo,
    status: daysAgo < 3 ? 'new' : at(statuses, i),
    name,
    email: `${name
      .toLowerCase()
      .normalize('NFD')
      .replace(/[^a-z]+/g, '.')}@demo.example`,
    phone: `07700 9${String(10_000 + i * 317).slice(0, 5)}`,
    address: at(postcodes, i),
    service,
    message,
    ...at(sources, i),
  }
})
