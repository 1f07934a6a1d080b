// How customers speak: they need, they ask, they measure, they have a garden and a neighbour.
import { sign } from './sign.ts'

const thing =
  'gardens?|gardener|lawns?|grass|turf|hedges?|hedging|trees?|stumps?|shrubs?|borders?|beds?|weeds?|brambles?|nettles|ivy|conifers?|leylandii|laurel|bamboo|wisteria|roses?|knotweed|orchard|meadow|paddock|field|patios?|paving|slab\\w*|decking|fence|fences|fencing|gates?|walls?|steps?|terrace|drive|driveway|paths?|car park|yard|courtyard|sleepers|planters?|shed|greenhouse|pond|gutters|moss|moles?|leaves|verges?|churchyard|outfield|tennis court|allotments?|acres?|gritting|tubs|baskets|window boxes|graffiti|gravel|logs|graves|communal|grounds contract|play areas?|maintenance of'
const job =
  'cut|cutting|cuts|mow\\w*|trim\\w*|prun\\w*|strim\\w*|clear(ed|ing|ance)?|tid(y|ied|ying)|remov\\w+|lay|laid|laying|level\\w*|terrac\\w*|replac\\w+|jet ?wash\\w*|spray\\w*|plant(ed|ing)?|weed\\w*|lift\\w*|splitting|gritt\\w+|kept|doing|done|sorted|moved|roll|reseed|clean(ed|ing)?|treated'
const asking =
  "need|needs|want|wants|(would|(’|')d|should) (like|love|want|prefer)|require\\w*|looking (for|to)|seeking|request(ing)? (a|an|for)|hoping"

export const customer = [
  sign(
    'asks for garden work',
    2,
    new RegExp(
      `\\b(i|we|she|he|they|who|which|trustees|committee|mum|mother|leaseholders)\\b[^.!?\\n]{0,60}\\b(${asking})\\b[^!?\\n]{0,120}\\b(${thing}|quot(e|es|ation|ations|ed)|prices?|estimate|${job})\\b`,
    ),
    new RegExp(
      `\\b(needs?|wants?|requires?|pleas?e|pls|plz|(can|could|would|will) (you|u|someone|somebody|he|they|that))\\b[^!?\\n]{0,80}\\b(${job})\\b`,
    ),
    new RegExp(`\\b(${thing})\\b[^!?\\n]{0,60}\\b(${asking}|please|pls)\\b`),
  ),
  sign(
    'speaks of a place of their own',
    1.5,
    new RegExp(
      `\\b(my|our|mum(’|')?s|mother(’|')?s|father(’|')?s|dad(’|')?s|her|his|the|neighbou?r(’|')?s|this|back|front|holiday)\\b( [\\w-]+){0,3} (${thing}|house|bungalow|flat|cottage|farm|landlord|tenants?|let|office|shop)\\b`,
    ),
  ),
  sign(
    'asks what it costs or when',
    1.5,
    /how (much|many money)|what(’|')?s? (is |do you |would (you|u) |your )?(charge|rates)/,
    /what (would|could) (it|you|u|be)/,
    /\b(please|pls|could you|can you|would you|will you)( also)? (quote|price|tender|tell|give|ring|call|come|visit|supply|state|confirm|beat|help|book|send (me )?your)/,
    /(quote|quotation|price|estimate|cost|figure)( me)?( pls| please|\?|$)/,
    /(quote|price|quotation) for (?!your)/,
    /\b(your|first|written|three|3) (quote|quotes|quotation|quotations|price|prices|estimate)\b/,
    /when (can|could|would) (you|u|someone)/,
    /(can|could) (you|u|someone|somebody) (come|do|pop|visit|look|get|plant|give|help|move|also)/,
    /\bdo (you|u|your people) (do|come|cover|take|work|grit|travel|sell|ever)|u do that/,
    /\b(ring|call) me\b|\bring (at|after|not|before|on)\b|cost\?|£\?|\bpls\b|any (chance|hope)\?/,
    /possible\?|\bto tender\b|invit\w+ (\w+ ){0,3}(tenders?|quot\w+|prices)|day rate/,
    /availability\b/,
  ),
  sign(
    'gives measures or details of a job',
    1,
    /\b\d+([.,]\d+)?\s?(m|m2|m²|sqm|sq\.? ?m\w*|sq ?ft|square met\w+|cubic met\w+|metres?|meters?|mm|ft|feet|foot|yards?|acres?|ha|paces|panels?|tonnes?|ton|visits|cuts|pitches|trees|steps|gardens|flats|hrs?|hours) ?(?!pile)\b/,
    /\b\d+\s?(x|by)\s?\d|\b\d+m by\b|\b(half|quarter) (an )?acre/,
  ),
  sign(
    'writes as a neighbour would',
    1,
    /\b(my|our) (husband|wife|mum|mother|dad|father|son|daughter|brother|sister|neighbours?|landlord|kids|children|dog|cat|granddaughter|grandchildren|nephew|mate|builder|designer|architect|late|tenants?)\b/,
    /\bneighbour|next door|\bkids\b|\bdog\b|\bstorm\b|just moved|new in \w+/,
    /\b(your|ur) (van|lads|men|man|leaflets?|card|number|quotation|trailers?|patios)\b/,
    /\b(you|u) (did|quoted|laid|cut|came|left|sent|promised)\b/,
    /last (year|time|season|autumn|spring|thursday|tuesday|week)|same again|regular round/,
    /thank you for (calling|coming|your)|\bpcc\b|parish council|residents|\brecommended\b/,
    /\binsured\b|\bcomplain\w*|\bdamage\w*|saturday job|work placement/,
  ),
  sign(
    'answers what the company asked',
    1.5,
    /\bthank(s| you) for (your|the) (e-?mail|call|phone call|order|enquiry|message|letter|quot\w+|visit)/,
    /\b(you|your (office|colleague|foreman)) (rang|called|phoned|asked|e-?mailed|wrote|ordered)\b/,
    /\bas (you )?(asked|agreed|discussed|requested)\b|\b(to|with) you since\b|\bbeen with you\b/,
  ),
  sign(
    'asks for a job, or asks as a pupil or the press',
    2,
    /\bmy c\.?v\b|\bc\.?v\.? (to follow|attached|available)|(attach\w*|send|drop in|enclose\w*) (you |in )?(my|a) c\.?v\b/,
    /\b(looking for|after|seeking|searching for|interested in|apply(ing)? for) (\w+ ){0,4}(job|apprenticeship|apprentice|placement|position with|work with you|outdoor work|gardening work)\b/,
    /(any|have you( got)?|got any|are there any) (jobs|vacancies|work|apprenticeships|openings)\b|\b(are|r) (you|u) (hiring|taking (anyone|people) on|recruiting)\b/,
    /work experience|apprenticeship|\bi (would|(’|')d) (love|like) to (work|train|join) (for|with) you\b|\bwork for you\b/,
    /\b(i am|i(’|')m|im) an? (\w+ ){0,3}(reporter|journalist|student|pupil|trainee|school leaver)\b/,
  ),
] as const
