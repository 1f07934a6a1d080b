import type { ServicePage } from '../page.ts'

export const gritting: ServicePage = {
  path: '/grounds-maintenance/gritting',
  name: 'Gritting',
  menuLine: 'Car parks and paths salted before the frost',
  title: 'Winter Gritting and Snow Clearing',
  description:
    'Car parks, estate roads, school paths and yards in Worcestershire and Herefordshire salted before the frost, with a dated record of each visit.',
  keywords: [
    'gritting service Worcester',
    'winter gritting Herefordshire',
    'car park gritting',
    'snow clearance',
    'commercial gritting contractor',
  ],
  picture: 'gritting',
  hero: {
    subtitle: 'Winter gritting',
    title: 'Salt down before the frost',
    description:
      'Car parks, paths and estate roads treated ahead of freezing nights, with a record you can file.',
  },
  updated: '2026-11-16',
  group: 'grounds-maintenance',
  enquiryService: 'Grounds Maintenance',
  card: {
    title: 'Gritting',
    description:
      'Paths, yards and car parks salted ahead of freezing nights, and snow cleared from where people walk.',
    icon: 'snowflake',
  },
  sections: [
    {
      kind: 'prose',
      heading: 'Frost settles in the valley bottoms',
      paragraphs: [
        'On a still night cold air drains off the Malverns and Bredon Hill and lies along the Severn, the Teme and the Wye. A yard in Powick can be white when the hill above it is only wet. The forecast for the county is a beginning; we also go by the lie of your site, its shade and where water runs across it.',
        'Salt works by stopping ice from bonding, so it goes down before the freeze, on a surface that is damp but not streaming. After heavy rain it has to be repeated.',
      ],
    },
    {
      kind: 'steps',
      heading: 'How a winter is arranged',
      steps: [
        {
          title: 'Walk the site in autumn',
          text: 'We mark entrances, ramps, steps, disabled bays, bins and drains on a plan, and agree what is treated first.',
        },
        {
          title: 'Set the trigger',
          text: 'You choose: a forecast surface temperature at which we come by ourselves, or only when you ring.',
        },
        {
          title: 'Treat before opening',
          text: 'Spreaders on the roads and bays, hand work on steps and doorways, finished ahead of your first arrivals.',
        },
        {
          title: 'Keep the record',
          text: 'Date, time, weather, areas and who did it, kept for you in case anyone asks about a fall.',
        },
      ],
    },
    {
      kind: 'list',
      heading: 'Places that need it most',
      isPlain: true,
      items: [
        'Schools, nurseries and surgeries, where the first visitors come early',
        'Shop, office and factory car parks',
        'Estate roads that the highway authority has not adopted',
        'Sheltered housing, care homes and their ramps',
        'Churches and village halls before a service or a wedding',
        'Farm yards and delivery bays on a slope',
      ],
    },
    {
      kind: 'prose',
      heading: 'Snow, bins and spring',
      paragraphs: [
        'When snow lies we push it clear of walkways first and parking second, and heap it where the melt will not run back and refreeze. Grit bins are placed and refilled for your own staff to use in between. In spring we sweep up what is left, because salt burns lawns, hedges and paws.',
      ],
    },
  ],
}
