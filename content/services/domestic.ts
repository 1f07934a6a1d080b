import type { ServicePage } from '../page.ts'

export const domestic: ServicePage = {
  path: '/domestic',
  name: 'Domestic',
  menuLine: 'Gardens at home, kept all year or put right in one go',
  title: 'Domestic Gardening Services',
  description:
    'Gardening for homes in Worcestershire and Herefordshire: regular visits or a one-off tidy-up, on a day that suits you. Ask for a free quote.',
  keywords: [
    'domestic gardening',
    'gardener Worcester',
    'garden maintenance Worcestershire',
    'gardener Herefordshire',
    'hedge cutting',
    'lawn mowing',
  ],
  picture: 'domestic',
  hero: {
    subtitle: 'Domestic gardening',
    title: 'A garden that is looked after',
    description:
      'Mowing, hedges, borders and the jobs that get away from you, done by people who know what your soil will and will not do.',
  },
  updated: '2026-11-16',
  group: 'domestic',
  enquiryService: 'Domestic',
  card: {
    title: 'Domestic Gardening',
    description:
      'Regular visits through the year, or one good push to win back a garden that has got ahead of you.',
    icon: 'flower-2',
  },
  sections: [
    {
      kind: 'prose',
      heading: 'The work follows the year',
      paragraphs: [
        'Most gardens here sit on red clay or heavy loam. It holds water until April, bakes hard by July, and grows a lawn faster than anyone wants in May. We plan the work around that: hedges once the nests are empty, borders cut back when the ground will take a boot, lawns spiked in autumn while the clay is still soft.',
        'You need not know the names of the plants or the right month for anything. Show us round, tell us which corner bothers you most, and we will say what we would do first.',
      ],
    },
    {
      kind: 'list',
      heading: 'Jobs we do at home',
      intro: 'Ask for one of these or the whole lot; the quote lists each of them.',
      items: [
        'Mowing, strimming and crisp lawn edges',
        'Hedge cutting and shaping, with the clippings cleared',
        'Weeding, hoeing and mulching beds and borders',
        'Pruning roses, shrubs, climbers and fruit trees at the right time of year',
        'Lawn feeding, scarifying, spiking and overseeding',
        'Planting out, dividing and moving plants',
        'Leaf clearing, and cutting back for winter',
        'Brambles, ivy and self-sown saplings taken out by the root',
      ],
    },
    {
      kind: 'points',
      heading: 'Flexible visits, on days that suit you',
      intro:
        'The schedule is flexible: some gardens want us every week in May and hardly at all in January.',
      points: [
        {
          title: 'Pick a rhythm',
          text: 'Weekly, fortnightly or monthly, and different in summer and winter if that suits the garden better.',
        },
        {
          title: 'Be in, or be out',
          text: 'With side access and an outside tap we can work while you are away, and leave a note of what was done.',
        },
        {
          title: 'Change your mind',
          text: 'Adjust the visits or cancel them with notice. There is no long-term contract to get out of.',
        },
      ],
    },
  ],
}
