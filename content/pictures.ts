// Every picture the site may show, with what it shows for people who cannot see it. They are
// renderings of the kind of work we do, never photographs of finished jobs, and are never called that.

export interface Picture {
  alt: string
  /** Scenes fill a hero edge to edge; miniatures stand on their own stone-grey ground. */
  family: 'scene' | 'miniature'
}

export const pictures = {
  home: {
    alt: 'Striped lawn with a sandstone patio, oak raised beds of lavender and a cedar fence, looking towards the Malvern Hills in evening light',
    family: 'scene',
  },
  domestic: {
    alt: 'Brick path between full cottage-garden borders leading to an oak gate beside a red-brick house',
    family: 'scene',
  },
  'regular-maintenance': {
    alt: 'Freshly mown striped lawn with a neatly edged border of box balls, lavender and salvia',
    family: 'scene',
  },
  'one-off-garden-tidy-up': {
    alt: 'Garden half overgrown and half cleared, edged and mown',
    family: 'scene',
  },
  patios: {
    alt: 'Sandstone patio with an oak table and benches, terracotta pots and a striped lawn beyond',
    family: 'scene',
  },
  fencing: {
    alt: 'Long cedar slatted fence with climbing roses and a lavender border along a mown lawn',
    family: 'scene',
  },
  landscaping: {
    alt: 'Sandstone patio being laid: slabs on a sand bed, a spirit level, a mallet, a pallet of stone and a wheelbarrow',
    family: 'scene',
  },
  'complete-landscaping-solution': {
    alt: 'Whole garden seen from above: patio, stepping-stone path across the lawn, curved borders, cedar fences and an oak pergola',
    family: 'scene',
  },
  'astro-installation': {
    alt: 'Modern courtyard with a neat artificial lawn, pale porcelain paving, raised planters and cedar screens',
    family: 'scene',
  },
  'sleeper-installation': {
    alt: 'Raised bed built from oak sleepers, planted with lavender and box beside a sandstone path',
    family: 'scene',
  },
  'retaining-walls': {
    alt: 'Natural stone retaining wall with steps between lavender borders leading up to a lawn',
    family: 'scene',
  },
  'pressure-washing': {
    alt: 'Pressure-washer lance cleaning a sandstone patio, half of it bright and clean, half still dark with algae',
    family: 'scene',
  },
  about: {
    alt: 'Garden tools leaning against a timber shed beside an oak bench with terracotta pots, a watering can and wellington boots',
    family: 'scene',
  },
  'grounds-maintenance': {
    alt: 'Miniature garden on a block of soil: a red ride-on mower on a striped lawn, with a gravel path, bench, lavender, clipped hedge and tree',
    family: 'miniature',
  },
  'sports-pitches': {
    alt: 'Miniature corner of a striped football pitch with a white goal, marked lines, a corner flag and a line-marking trolley',
    family: 'miniature',
  },
  'tractor-work': {
    alt: 'Miniature green tractor with a red topper cutting a tall flower meadow beside a mown strip, with a field gate and hedge behind',
    family: 'miniature',
  },
  'tree-surgery': {
    alt: 'Miniature tree with one half of its crown cut back, a ladder and orange rope, a log pile, wood chips and an orange chipper',
    family: 'miniature',
  },
  gritting: {
    alt: 'Miniature yellow gritting lorry spreading salt on a frosty road between white verges, with bare trees and a grit bin',
    family: 'miniature',
  },
  'housing-estates': {
    alt: 'Three miniature brick houses behind a tidy verge with young trees, a paved footpath, a street lamp and a small blue car',
    family: 'miniature',
  },
  'agents-landlords': {
    alt: 'Miniature brick house with a slate roof and bay window, a chequered path, low wall, open gate and neat front garden',
    family: 'miniature',
  },
  contact: {
    alt: 'Miniature garden hedge with an open white picket gate and climbing roses, a red pillar box on the pavement and a path leading in',
    family: 'miniature',
  },
  malvern: {
    alt: 'View across hedged fields to the long ridge of the Malvern Hills, with a wildflower bank and a post-and-rail fence',
    family: 'scene',
  },
  worcester: {
    alt: 'Miniature stone church with a pinnacled tower above a river bank, with trees, a riverside path, a rowing boat and two swans',
    family: 'miniature',
  },
  hereford: {
    alt: 'Miniature stone bridge with three arches over a river, with a rowing boat and apple trees laden with fruit on both banks',
    family: 'miniature',
  },
  evesham: {
    alt: 'Miniature orchard in pink and white blossom, with wooden crates and a picking ladder in the grass',
    family: 'miniature',
  },
  pershore: {
    alt: 'Miniature abbey-like church with a square tower, a gravel path winding through a wild-flower meadow, trees and a bench',
    family: 'miniature',
  },
  droitwich: {
    alt: 'Miniature canal lock with timber gates and long balance beams, a red and green narrowboat, a towpath and a white cottage',
    family: 'miniature',
  },
  ledbury: {
    alt: 'Miniature black-and-white timber-framed market house raised on posts over a cobbled square, with flower tubs, a lamp post and a tree',
    family: 'miniature',
  },
} as const satisfies Record<string, Picture>

export type PictureName = keyof typeof pictures
