import type { ServicePage } from '../page.ts'

export const regularMaintenance: ServicePage = {
  path: '/domestic/regular-maintenance',
  name: 'Regular Maintenance',
  menuLine: 'Weekly, fortnightly or monthly visits',
  title: 'Regular Garden Maintenance',
  description:
    'Weekly, fortnightly or monthly garden visits in Worcestershire and Herefordshire. Lawns, hedges and borders kept in order, with no long-term contract.',
  keywords: [
    'regular garden maintenance',
    'weekly gardener',
    'fortnightly gardener',
    'lawn mowing service Worcester',
    'garden maintenance Herefordshire',
  ],
  picture: 'regular-maintenance',
  hero: {
    subtitle: 'Regular maintenance',
    title: 'Little and often beats a rescue',
    description:
      'We come on the day we agreed, do the jobs the season asks for, and leave the garden ready to sit in.',
  },
  updated: '2026-11-16',
  group: 'domestic',
  enquiryService: 'Domestic',
  card: {
    title: 'Regular Maintenance',
    description:
      'The same garden, the same day, all through the growing season. Lawns, edges, hedges and borders kept level.',
    icon: 'calendar-days',
  },
  sections: [
    {
      kind: 'list',
      heading: 'What happens on a visit',
      intro:
        'The list changes through the year. Your quote says which of these are part of every visit and which come round by season.',
      items: [
        'Lawn mown at a height that suits the weather, edges cut, clippings taken off',
        'Beds weeded and hoed before anything sets seed',
        'Dead-heading, tying in and staking in summer',
        'Hedges trimmed, after a check for nests',
        'Shrubs and climbers pruned in their own month, not all in one',
        'Paths and terraces swept, leaves cleared in autumn',
        'Lawn fed in spring, spiked and scarified in early autumn',
      ],
    },
    {
      kind: 'schedule',
      heading: 'Three rhythms to choose from',
      intro:
        'Grass decides most of it. You can move from one rhythm to another as the season turns.',
      options: [
        {
          name: 'Weekly',
          when: 'Peak season, typically April to October',
          text: 'For lawns you want striped and borders you want full. Little is taken off each time, so the grass thickens.',
        },
        {
          name: 'Fortnightly',
          when: 'The whole year, or either side of summer',
          text: 'Enough for most family gardens. Mowing one visit, hedges and beds sharing the next.',
        },
        {
          name: 'Monthly',
          when: 'Winter, and gardens with little lawn',
          text: 'Pruning, mulching, leaves and a check on fences, shed roofs and anything the wind has moved.',
        },
      ],
    },
    {
      kind: 'points',
      heading: 'The benefits of regular visits',
      points: [
        {
          title: 'Weeds never get to seed',
          text: 'An hour of hoeing in April saves a day of digging bindweed in August.',
        },
        {
          title: 'The lawn gets better',
          text: 'Frequent, higher cuts crowd out moss, which red clay grows very willingly.',
        },
        {
          title: 'Trouble is seen early',
          text: 'Box blight, honey fungus or a leaning panel is cheaper to deal with in its first month.',
        },
      ],
    },
    {
      kind: 'prose',
      heading: 'No long-term contracts',
      paragraphs: [
        'You can adjust the visits or cancel them with notice: skip one while you are away, move to another rhythm, or stop altogether. Nothing ties you in for a season or a year.',
      ],
    },
  ],
}
