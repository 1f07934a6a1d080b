import type { ServicePage } from '../page.ts'

export const oneOffGardenTidyUp: ServicePage = {
  path: '/domestic/one-off-garden-tidy-up',
  name: 'One-off Garden Tidy-up',
  menuLine: 'An overgrown garden cleared in one go',
  title: 'One-off Garden Tidy-up and Clearance',
  description:
    'Overgrown garden in Worcestershire or Herefordshire cleared in one go: brambles, hedges, long grass and green waste. Fixed price after a visit.',
  keywords: [
    'garden clearance Worcester',
    'one-off garden tidy up',
    'overgrown garden clearance',
    'garden tidy Hereford',
    'bramble clearance',
  ],
  picture: 'one-off-garden-tidy-up',
  hero: {
    subtitle: 'One-off tidy-up',
    title: 'From waist-high to walkable',
    description:
      'For a house you have just bought, are about to sell, or have not had time for. We clear it, cut it and take the heap away.',
  },
  updated: '2026-11-16',
  group: 'domestic',
  enquiryService: 'Domestic',
  card: {
    title: 'One-off Garden Tidy-up',
    description:
      'Brambles, long grass and hedges that have met in the middle: cleared, cut back and carted off in one visit or a few.',
    icon: 'scissors',
  },
  sections: [
    {
      kind: 'list',
      heading: 'Included in a tidy-up',
      intro: 'We walk the garden with you and write down what goes and what stays.',
      items: [
        'Long grass strimmed, raked off and mown down in stages so the lawn can recover',
        'Brambles, nettles and ivy cut, and roots dug where the ground allows',
        'Hedges and shrubs brought back to a size you can manage',
        'Beds weeded, edged and, if you like, mulched',
        'Paths, steps and patios found again and swept',
        'Leaves, prunings and fallen branches gathered up',
        'Green waste taken away, or stacked where you want it',
      ],
    },
    {
      kind: 'steps',
      heading: 'How it works, in three steps',
      steps: [
        {
          title: 'Show us',
          text: 'Send a few lines about the garden and a postcode. We come and look, because nobody can price a bramble thicket from a photograph.',
        },
        {
          title: 'Agree the list and the price',
          text: 'You get a fixed price for a written list. Plants you want kept are marked before anyone starts a strimmer.',
        },
        {
          title: 'We clear it',
          text: 'We work from the gate inwards, rake as we go and load the waste the same day. At the end we walk round with you.',
        },
      ],
    },
    {
      kind: 'points',
      heading: 'Things worth knowing first',
      points: [
        {
          title: 'Nesting birds',
          text: 'From March to August we look before we cut. A hedge with an active nest waits until the young have flown; the rest of the garden need not.',
        },
        {
          title: 'Japanese knotweed',
          text: 'If we see it we stop in that corner and tell you. It must not be strimmed, and its waste is controlled, so it needs a specialist.',
        },
        {
          title: 'Afterwards',
          text: 'Cleared clay greens over again within weeks. Mulch, a few shrubs or a visit every month will hold what has been won.',
        },
      ],
    },
  ],
}
