import type { ServicePage } from '../page.ts'

export const treeSurgery: ServicePage = {
  path: '/grounds-maintenance/tree-surgery',
  name: 'Tree Surgery',
  menuLine: 'Pruning, felling, stumps and old orchards',
  title: 'Tree Surgery, Pruning and Felling',
  description:
    'Crown reductions, thinning, felling, stumps and orchard pruning in Worcestershire and Herefordshire. Protection orders checked before a saw starts.',
  keywords: [
    'tree surgery Herefordshire',
    'tree surgeon Worcester',
    'crown reduction',
    'tree felling Malvern',
    'orchard pruning',
    'stump grinding',
  ],
  picture: 'tree-surgery',
  hero: {
    subtitle: 'Tree surgery',
    title: 'Cut the right branch, in its season',
    description:
      'Reductions, thinning, deadwood, felling and old fruit trees, with the permissions looked up before anyone climbs.',
  },
  updated: '2026-11-16',
  group: 'grounds-maintenance',
  enquiryService: 'Grounds Maintenance',
  card: {
    title: 'Tree Surgery',
    description:
      'Crowns reduced, thinned or lifted, dead trees taken down in pieces, and old apples brought back into bearing.',
    icon: 'tree-deciduous',
  },
  sections: [
    {
      kind: 'list',
      heading: 'Work we take on',
      items: [
        'Crown reduction, to ease weight and wind without spoiling the outline',
        'Crown thinning and lifting, for light below and clearance over roads and roofs',
        'Deadwood and storm damage',
        'Felling, in sections where there is no room to drop a trunk',
        'Stumps ground out below turf level',
        'Apple, pear and perry trees pruned in winter, plums and cherries in summer to keep silver leaf out',
        'Logs stacked, and chip left for your paths or taken away',
      ],
    },
    {
      kind: 'points',
      heading: 'Checked before we start',
      intro: 'A tree may be protected even when it stands in the middle of your own lawn.',
      points: [
        {
          title: 'Tree preservation orders',
          text: 'We ask the council whether an order applies. If it does, the work needs its written consent, and a decision can take up to eight weeks.',
        },
        {
          title: 'Conservation areas',
          text: 'In places such as Great Malvern and the centre of Ledbury, the council must usually have six weeks’ notice for any trunk more than 75 mm across, measured 1.5 m up.',
        },
        {
          title: 'Birds and bats',
          text: 'Active nests are protected by law. Most birds nest from March to August, and we look first in every month. Signs of a bat roost stop the job until an ecologist has advised.',
        },
      ],
    },
    {
      kind: 'prose',
      heading: 'Ash dieback and old orchards',
      paragraphs: [
        'Ash is a hedgerow tree all over both counties, and dieback is widespread in it. A badly affected ash turns brittle and becomes dangerous to climb, so it is better to have one looked at while there is still a choice of method. Beside a road or a footpath that is the owner’s responsibility.',
        'Neglected cider and perry trees are the opposite case: hardly ever in need of felling. Thinning the crowded wood a little each winter, over several winters, brings back light and fruit, and keeps the hollow limbs that woodpeckers and the rare noble chafer beetle live in.',
      ],
    },
  ],
}
