import type { ServicePage } from '../page.ts'

export const fencing: ServicePage = {
  path: '/landscaping/fencing',
  name: 'Fencing',
  menuLine: 'Closeboard, slatted, post and rail, gates',
  title: 'Garden Fencing and Gates',
  description:
    'Closeboard, slatted, panel and post-and-rail fencing with gates, set deep for clay and wind in Worcestershire and Herefordshire. Free quotes.',
  keywords: [
    'fencing Worcester',
    'garden fencing Herefordshire',
    'closeboard fence',
    'slatted fencing',
    'fence repair Malvern',
  ],
  picture: 'fencing',
  hero: {
    subtitle: 'Fencing',
    title: 'Straight lines that stand the winter',
    description:
      'Posts set deep, boards kept off the wet ground, and gates that still latch in February.',
  },
  updated: '2026-11-16',
  group: 'landscaping',
  enquiryService: 'Landscaping',
  card: {
    title: 'Fencing',
    description:
      'Closeboard, slatted cedar, panels and post-and-rail, with posts sunk for clay and wind.',
    icon: 'fence',
  },
  sections: [
    {
      kind: 'points',
      heading: 'A fence for each boundary',
      points: [
        {
          title: 'Closeboard',
          text: 'Overlapping feather-edge boards on rails. The sturdiest wooden fence, and a single broken board is easily replaced.',
        },
        {
          title: 'Slatted',
          text: 'Cedar or treated battens with narrow gaps. Wind passes through, climbers take hold, and a small garden looks wider.',
        },
        {
          title: 'Panels',
          text: 'Quick and economical between slotted concrete posts, which let a damaged panel slide out.',
        },
        {
          title: 'Post and rail',
          text: 'For paddocks and field edges, with stock netting where there are dogs or sheep. Chestnut and oak last longest.',
        },
      ],
    },
    {
      kind: 'prose',
      heading: 'The part below ground',
      paragraphs: [
        'Fences fail at the foot. Clay holds water round a post, and the wood rots in the first few inches where air and damp meet. We dig at least 600 mm for a full-height fence, ram or concrete the post with the top sloped to shed rain, and fit gravel boards so that no panel stands in the soil.',
        'On the Malvern slopes the hole may meet rock after a foot. There we core, bolt down or change the spacing, and step the panels so each stays level.',
      ],
    },
    {
      kind: 'list',
      heading: 'Gates, repairs and removal',
      items: [
        'Side gates and field gates, hung on their own posts',
        'Storm damage made safe, then mended or replaced',
        'Rotten posts spurred or swapped without losing the whole run',
        'Trellis added for roses, clematis and privacy',
        'Old panels and concrete broken out and taken away',
        'Hedgehog gaps, if both neighbours are willing',
      ],
    },
    {
      kind: 'points',
      heading: 'Heights, owners and hedges',
      points: [
        {
          title: 'Two metres, or one',
          text: 'A garden fence up to 2 m high normally needs no planning permission. Next to a road used by vehicles the limit is 1 m. Listed buildings and some estates have rules of their own.',
        },
        {
          title: 'Whose side',
          text: 'The good side does not settle who owns a fence; the deeds may. Ask next door first, and we can price a shared job in two halves.',
        },
      ],
    },
  ],
}
