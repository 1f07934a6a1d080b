import type { ServicePage } from '../page.ts'

export const sportsPitches: ServicePage = {
  path: '/grounds-maintenance/sports-pitches',
  name: 'Sports Pitches',
  menuLine: 'Mowing, marking, aeration and renovation',
  title: 'Sports Pitch Maintenance and Line Marking',
  description:
    'Football, rugby and cricket grounds in Worcestershire and Herefordshire: mowing, line marking, aeration and end-of-season renovation.',
  keywords: [
    'sports pitch maintenance',
    'line marking Worcester',
    'football pitch renovation',
    'pitch aeration Herefordshire',
    'school playing field maintenance',
  ],
  picture: 'sports-pitches',
  hero: {
    subtitle: 'Sports pitches',
    title: 'Grass that lasts until May',
    description:
      'Cutting, marking, aeration and repair for clubs, schools and parish fields, planned around your fixtures.',
  },
  updated: '2026-11-16',
  group: 'grounds-maintenance',
  enquiryService: 'Grounds Maintenance',
  card: {
    title: 'Sports Pitches',
    description:
      'Mown, marked and aerated through the season, then renovated in the short window before the next one.',
    icon: 'goal',
  },
  sections: [
    {
      kind: 'prose',
      heading: 'Clay pitches are won in autumn',
      paragraphs: [
        'Many grounds here stand on river silt or red clay. Both seal over once studs have puddled them, and after that every shower stays on top. A pitch that has been slit or spiked before the wet months drains between matches; one that has not loses its goalmouths by Christmas.',
        'So the programme starts with the soil. We look at how the water leaves, how deep the roots go and where play wears hardest, and spend the club’s money there first.',
      ],
    },
    {
      kind: 'list',
      heading: 'Through the season',
      items: [
        'Mowing to the height the sport wants, more often when growth is strong',
        'Setting out and line marking for football, rugby, rounders and athletics',
        'Slitting, spiking and deeper aeration when the ground is moist, never when it is sodden',
        'Divots put back and goalmouths seeded between fixtures',
        'Feeding by season, with less nitrogen as winter comes on',
        'Cricket outfields, boundaries and surrounds',
        'Hedges, car parks and spectators’ banks',
      ],
    },
    {
      kind: 'steps',
      heading: 'Renovation when the last whistle goes',
      intro:
        'From the final match there are only weeks of warm, moist soil. The order is fixed by the grass.',
      steps: [
        {
          title: 'Clean out',
          text: 'Scarify hard to lift dead growth and shallow-rooted annual meadow grass, and clear it off.',
        },
        {
          title: 'Open up',
          text: 'Aerate while there is moisture, to let roots and rain go down.',
        },
        {
          title: 'Level and seed',
          text: 'Top-dress the worn areas with a matching sand or rootzone and drill in a hard-wearing ryegrass mix.',
        },
        {
          title: 'Rest and feed',
          text: 'Keep play off, water where you can, and raise the first cuts until the seedlings have tillered.',
        },
      ],
    },
    {
      kind: 'prose',
      heading: 'Call-offs and fixtures',
      paragraphs: [
        'Tell us your fixture list and training nights and the pitch is cut and marked ahead of them. If frost or standing water makes a cut harmful we say so by the day before, and leave the decision to play with the referee and the club.',
      ],
    },
  ],
}
