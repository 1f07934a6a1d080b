import type { ServicePage } from '../page.ts'

export const agentsLandlords: ServicePage = {
  path: '/grounds-maintenance/agents-landlords',
  name: 'Agents & Landlords',
  menuLine: 'Rental gardens between tenants and during a let',
  title: 'Gardening for Letting Agents and Landlords',
  description:
    'Rental gardens in Worcestershire and Herefordshire kept lettable: void clearances, checkout tidy-ups and regular visits, with dated photographs.',
  keywords: [
    'letting agent gardening',
    'landlord garden maintenance',
    'void property clearance',
    'end of tenancy gardening Worcester',
    'rental property gardener',
  ],
  picture: 'agents-landlords',
  hero: {
    subtitle: 'Agents and landlords',
    title: 'Gardens ready for the next viewing',
    description:
      'Clearances between tenancies and steady visits during them, priced per property and reported with photographs.',
  },
  updated: '2026-11-16',
  group: 'grounds-maintenance',
  enquiryService: 'Grounds Maintenance',
  card: {
    title: 'Agents & Landlords',
    description:
      'Void gardens cleared before the photographs are taken, and let gardens held at the standard in the inventory.',
    icon: 'key-round',
  },
  sections: [
    {
      kind: 'prose',
      heading: 'Between one tenant and the next',
      paragraphs: [
        'A tenancy that ends in June can leave grass to the knee by the time the keys are back. We collect keys or a code from your office, clear front and back, and send pictures of every side of the house the same day, so the listing can go up without a second trip.',
        'Where the checkout report is disputed, dated pictures from before and after help both sides. We photograph what we find and say nothing about who is to blame.',
      ],
    },
    {
      kind: 'list',
      heading: 'What agents usually ask for',
      items: [
        'Void clearances: grass, weeds, hedges and paths in one visit',
        'Rubbish and green waste removed, itemised on the invoice',
        'Fortnightly or monthly cuts in the growing season, where the rent includes the garden',
        'Shared gardens, bin stores and parking courts of small blocks',
        'Hedges and trees that have grown over a pavement or into a neighbour’s light',
        'Broken panels, loose gates and slippery steps reported or mended on request',
      ],
    },
    {
      kind: 'points',
      heading: 'Made simple for an office',
      points: [
        {
          title: 'One instruction',
          text: 'Address, access, tenant’s number and a limit on cost are all we need. Below your limit we do the work; above it we ring.',
        },
        {
          title: 'A word with the tenant',
          text: 'We agree the day with whoever lives there and ask about dogs, gates and parked cars.',
        },
        {
          title: 'Separate paperwork',
          text: 'Each property is invoiced on its own line, ready to go against the right landlord.',
        },
      ],
    },
    {
      kind: 'prose',
      heading: 'Planting that forgives neglect',
      paragraphs: [
        'If a garden is cleared again every year, it is the wrong garden for a let. Gravel over membrane, a few tough evergreens and a small, square lawn cost less across a tenancy or two than repeated rescues. We will price the change beside the clearance, and you can compare the two.',
      ],
    },
  ],
}
