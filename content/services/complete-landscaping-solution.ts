import type { ServicePage } from '../page.ts'

export const completeLandscapingSolution: ServicePage = {
  path: '/landscaping/complete-landscaping-solution',
  name: 'Complete Landscaping Solution',
  menuLine: 'The whole garden, designed and built by one team',
  title: 'Complete Garden Design and Build',
  description:
    'The whole garden from survey to planting by one team: design, groundwork, paving, timber, turf and plants in Worcestershire and Herefordshire.',
  keywords: [
    'garden design and build Worcester',
    'complete garden landscaping',
    'garden makeover Herefordshire',
    'new build garden landscaping',
    'landscape design Malvern',
  ],
  picture: 'complete-landscaping-solution',
  hero: {
    subtitle: 'Complete landscaping solution',
    title: 'One plan for the whole garden',
    description:
      'Survey, drawing, groundwork, paving, timber and plants by the same people, in an order that makes sense.',
  },
  updated: '2026-11-16',
  group: 'landscaping',
  enquiryService: 'Landscaping',
  card: {
    title: 'Complete Landscaping Solution',
    description:
      'Design, levels, drains, paving, fences, lawn and planting drawn as one garden and built by one team.',
    icon: 'pencil-ruler',
  },
  sections: [
    {
      kind: 'prose',
      heading: 'Cheaper when it is dug once',
      paragraphs: [
        'A patio this year, a fence the next and a drain dug through both the year after is the dearest way to make a garden. Drawn together, the spoil from the terrace shapes the border, one trench takes the drain and the cable, and the digger leaves before the fence closes the gap it came in by.',
        'It need not be paid for at once. A plan can be built in stages, as long as the stages follow the plan.',
      ],
    },
    {
      kind: 'list',
      heading: 'All under one roof',
      items: [
        'A measured survey with levels, sun and shade, drains and trees',
        'A scale drawing, a planting plan and samples you can hold',
        'Groundwork, drainage and soil improvement',
        'Patios, paths, walls, steps and sleepers',
        'Fences, gates, pergolas and screens',
        'Turf, seed or artificial grass',
        'Trees, shrubs and perennials suited to the soil',
        'Ducts and positions for lights, with electrical work by a qualified electrician',
      ],
    },
    {
      kind: 'steps',
      heading: 'A build in four stages',
      steps: [
        {
          title: 'Clear and shape',
          text: 'What goes is taken out, what stays is fenced off, and the levels are cut.',
        },
        {
          title: 'Below ground',
          text: 'Drains, ducts, footings and bases, photographed before they disappear.',
        },
        {
          title: 'Hard surfaces',
          text: 'Walls and steps first, then paving, then timber.',
        },
        {
          title: 'Soil and plants',
          text: 'Compaction from the build is broken up, compost worked in, and planting follows in the right month, even if that means one more visit in October.',
        },
      ],
    },
    {
      kind: 'points',
      heading: 'Gardens we are often asked about',
      points: [
        {
          title: 'New-build plots',
          text: 'Thin turf over rubble and compacted clay. The cure begins with a mini-digger and a skip.',
        },
        {
          title: 'Steep plots',
          text: 'Two or three terraces, steps at an easy pitch and a place to sit at the top for the view.',
        },
        {
          title: 'Gardens to grow old in',
          text: 'Wide level paths, raised beds at table height, rails where they help and lights where you walk.',
        },
      ],
    },
  ],
}
