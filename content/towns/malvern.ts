import type { Town } from './town.ts'

export const malvern: Town = {
  path: '/malvern',
  name: 'Malvern',
  county: 'Worcestershire',
  gridSquare: 'SO 77 45',
  latitude: 52.112,
  longitude: -2.327,
  chips: ['WR14', 'Malvern Hills', 'Great Malvern', 'Malvern Link', 'West Malvern'],
  title: 'Garden & Landscaping Services Malvern',
  description:
    'Gardening and landscaping in Malvern, WR14: steep plots terraced, retaining walls built, hedges and lawns kept under the hills. Free quotes.',
  keywords: [
    'gardener Malvern',
    'landscaping Malvern',
    'retaining walls Malvern',
    'garden maintenance Great Malvern',
    'patio cleaning Malvern Link',
  ],
  picture: 'malvern',
  hero: {
    subtitle: 'Malvern, WR14',
    title: 'Steep gardens, well held',
    description:
      'Terraces, steps, hedges and lawns on the flanks of the Malvern Hills, for people who like the view and not the climb.',
  },
  updated: '2026-11-16',
  intro: {
    heading: 'Gardening on the side of a hill',
    paragraphs: [
      'Few towns ask as much of a gardener’s legs. Great Malvern hangs on the eastern slope, its Victorian villas stacked one above another, and a lawn there may begin at the bedroom windows. The rock is close beneath: hard, ancient stone that breaks into sharp scree and swallows water in one place only to let it out as a spring in the next.',
      'Lower down, through Malvern Link and Barnards Green, the slope eases and the spade meets stiff clay with pebbles washed off the heights. Round the back, West Malvern looks towards Herefordshire. It has the last of the sun and the first of the wind.',
      'We plan for all three. Pots and climbers that scorch in a westerly do well on the sheltered side, while winter gardens to the east lose the light by mid afternoon and want seats where the morning falls.',
    ],
  },
  services: {
    domestic:
      'Mowing on banks that frighten a ride-on, tall laurel and holly brought down to size, and borders behind the old stone walls weeded on a steady round.',
    groundsMaintenance:
      'For the boarding schools, guest houses, surgeries and converted villas: drives swept, shared lawns striped, leaf fall from big Victorian trees gathered before it blocks the gullies.',
    landscaping:
      'Retaining walls with drainage behind them, broad steps instead of a slippery path, and a level terrace cut into the hill where a table can stand.',
    pressureWashing:
      'Shade, springs and overhanging cedars keep Malvern steps green. We clean them gently, since old stone treads and lime joints do not forgive a hard jet.',
  },
  alsoHere: ['/landscaping/retaining-walls'],
  whyChooseUs: [
    {
      title: 'Local team',
      text: 'We know the lanes off the Wells Road where a lorry cannot turn, and order stone in loads that fit.',
    },
    {
      title: 'Fully insured',
      text: 'When your bank is the neighbour’s ceiling, cover matters. Ours extends to the properties above and below you.',
    },
    {
      title: 'Quality guaranteed',
      text: 'A wall on a slope is tested by its first wet winter. Should one of ours bulge or weep in the wrong spot, we rebuild that length.',
    },
    {
      title: 'Reliable and punctual',
      text: 'Snow can close the Wyche before it settles in the valley. If the road up is bad you hear from us at breakfast, with another date.',
    },
  ],
  coverage: {
    heading: 'All round the hills',
    text: 'Our Malvern rounds take in Great Malvern and the Link, Barnards Green, Malvern Wells and the Wyche, then over the top to West Malvern. Where your garden meets the commons we keep tools and spoil on your own side of the boundary.',
  },
  closing: {
    heading: 'Show us the slope',
    text: 'Levels are hard to judge from a picture. Send your WR14 postcode, we bring the measuring staff, and the written price follows.',
  },
}
