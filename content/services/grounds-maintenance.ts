import type { ServicePage } from '../page.ts'

export const groundsMaintenance: ServicePage = {
  path: '/grounds-maintenance',
  name: 'Grounds Maintenance',
  menuLine: 'Estates, schools, clubs and business sites to a programme',
  title: 'Grounds Maintenance Services',
  description:
    'Grounds maintenance for landlords, housing estates, schools, sports clubs and businesses across Worcestershire and Herefordshire. Free site survey.',
  keywords: [
    'grounds maintenance Worcestershire',
    'grounds maintenance Herefordshire',
    'commercial grass cutting',
    'estate grounds maintenance',
    'school grounds contractor',
  ],
  picture: 'grounds-maintenance',
  hero: {
    subtitle: 'Grounds maintenance',
    title: 'Grounds kept to a programme',
    description:
      'Grass, hedges, trees, pitches, paths and winter ice, under one plan and with one person to ring.',
  },
  updated: '2026-11-16',
  group: 'grounds-maintenance',
  enquiryService: 'Grounds Maintenance',
  card: {
    title: 'Grounds Maintenance',
    description:
      'Verges, pitches, shared gardens and car parks kept in order for landlords, estates, schools, clubs and businesses.',
    icon: 'trees',
  },
  sections: [
    {
      kind: 'prose',
      heading: 'A site is judged from the gate',
      paragraphs: [
        'Tenants, parents and customers notice the verge before they notice the building. We walk the site with you, mark on a plan what is cut, how often and how short, and price that plan. Everyone then works from the same sheet: you, us, and whoever sits on the committee next year.',
        'On heavy Worcestershire clay a mower in the wrong week does more harm than a late cut. Where wheels would rut the ground we say so and come back when it bears, and in spring we bring the missed cut forward.',
      ],
    },
    {
      kind: 'list',
      heading: 'Who we work for',
      isPlain: true,
      intro: 'The programme changes with the people who use the ground.',
      items: [
        'Letting agents and private landlords',
        'Housing estates, residents’ companies and housing associations',
        'Schools, nurseries and colleges, with visits outside break times',
        'Sports clubs and parish playing fields',
        'Offices, shops, surgeries and industrial units',
        'Churchyards, paddocks and smallholdings',
      ],
    },
    {
      kind: 'prose',
      heading: 'Grass is not always a lawn',
      paragraphs: [
        'Not every corner needs a close cut. A bank left until July and then raked off saves visits and gives bees something to live on, provided its edge is mown so that everyone can see it is meant. We suggest such places where they suit and leave the sight lines short.',
      ],
    },
    {
      kind: 'points',
      heading: 'How a contract runs',
      points: [
        {
          title: 'A written specification',
          text: 'Areas, frequencies and standards in plain words, so that a missed strip can be pointed at.',
        },
        {
          title: 'A calendar for the year',
          text: 'Mowing from March, hedges in late summer, leaves in autumn, shrubs in winter, and ice watched from November.',
        },
        {
          title: 'Safe around people',
          text: 'Risk assessments for the site, cones and signs where people pass, and machines off while children are close by.',
        },
      ],
    },
  ],
}
