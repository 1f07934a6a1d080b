// Which family a message belongs to: its subject and manner. Families are held out of teaching together,
// so that a figure tells how messages of an unknown kind are judged.

/** By the note that describes a message, in the words of the larger collection. The first that fits. */
const spamFamilies: [family: string, note: RegExp][] = [
  [
    'bot-test',
    /probe|injection|price bot|price robot|form test|test noise|template merge|captcha/i,
  ],
  [
    'gibberish',
    /gibberish|random|mash|token string|noise|repeated (phrase|words)|filler|name (equals|pasting)/i,
  ],
  [
    'markup-links',
    /bbcode|html|comment.?(spam|style)|link (dump|list)|links? only|many links|naked link|short link/i,
  ],
  [
    'backlinks',
    /backlink|link (sell|swap|pitch)|guest|sponsored post|article|blog|influencer|podcast/i,
  ],
  [
    'seo',
    /seo|google|ads (manager|fear)|rank|errors on your site|keyword|website (praise|critique|accessib)|traffic/i,
  ],
  [
    'web-design',
    /web|site|domain|hosting|offshore (dev|web)|app (dev|founder)|developer|logo|design (soft|out)/i,
  ],
  [
    'social-media',
    /social|follower|likes|instagram|tiktok|video|photo|drone|reviews?\b|linkedin|influenc/i,
  ],
  [
    'leads',
    /\blead|database|email list|mailing list|contact list|bulk list|list seller|tender|contract finder/i,
  ],
  ['crypto', /crypto|forex|trading|nft|coin|airdrop|wallet|invest|bitcoin|prospectus/i],
  ['loans', /loan|finance|mortgage|cash advance|credit|debt|factoring|grant/i],
  [
    'advance-fee',
    /advance fee|inherit|widow|lottery|prize|draw|donat|overpay|mule|petroleum|puppy|payment fraud|recovery/i,
  ],
  [
    'phishing',
    /phish|parcel|refund|mailbox|password|tech support|invoice\b|renewal (trick|scam)|scam|licence|extort|copyright|malware|threat/i,
  ],
  [
    'dating',
    /dating|adult|escort|cam\b|webcam|bride|hook-up|spell|psychic|clairvoyant|love|prophe/i,
  ],
  ['pharma', /pharm|pill|diet|weight|keto|cbd|herbal|cure|supplement|steroid|vape|hair/i],
  ['betting', /casino|betting|gambl|slot|bonus|fixed match|iptv|pirate/i],
  [
    'replica',
    /replica|watch|counterfeit|fake (degree|dipl|doc)|forged|essay|game gold|brand goods/i,
  ],
  [
    'foreign',
    /german|french|spanish|russian|cyrillic|arabic|chinese|japanese|korean|turkish|polish|portug|italian|dutch|hungar|greek|hindi|thai|persian|hebrew|vietnam|swedish|ukrain|romanian|bulgar|indones|welsh/i,
  ],
  [
    'insurance',
    /insur|pension|cover\b|health cash|income protection|legal|employment law|will writ|hr\b|HR |payroll/i,
  ],
  [
    'accounting',
    /account(ant|ing)|bookkeep|tax|rates|hmrc|r&d|business (coach|broker|sale|club)|buy(ing)? (the )?(company|business)|acquisition|valuation|exit/i,
  ],
  [
    'advertising',
    /magazine|advert|calendar|planner|diary|sponsor|award|directory|leaflet|radio|newspaper|exhibition|stand\b|networking|show\b|print|booklet|programme|yearbook/i,
  ],
  [
    'energy',
    /energy|solar|utilit|water|broadband|phone|mobile|telecom|fuel|diesel|ev charger|electric|card (machine|reader|process|terminal)|terminal/i,
  ],
  [
    'software',
    /software|crm|ai |app\b|tracker|tracking|dashcam|gps|quoting|receptionist|answering|assistant|cyber|iso\b/i,
  ],
  [
    'recruitment',
    /recruit|staff|labour|agency|temp|apprent|job|work home|workers|crew|subcontract|gang/i,
  ],
  [
    'training',
    /training|course|first aid|health|safety|accredit|guild|membership|franchise|consult|carbon/i,
  ],
  [
    'uniforms',
    /uniform|workwear|embroid|ppe|signwrit|sticker|signs?\b|van|tyre|vehicle|merch|pens|gift|hamper/i,
  ],
  ['waste', /waste|skip|scrap|tip|disposal|grab/i],
]

const genuineFamilies: [family: string, note: RegExp][] = [
  ['job', /job|apprent|cv\b|work experience|placement|seek|hiring/i],
  ['press', /press|report|journal|film|tv\b|photograph|podcast|magazine|media/i],
  ['student', /student|pupil|school project|dissertation|university/i],
  ['complaint', /complain|damage|dispute|broken|left|warning|billing|wrong|mess/i],
  [
    'existing-customer',
    /existing|regular|repeat|cancel|resched|follow.?up|invoice|payment|thank|happy|chas/i,
  ],
  [
    'trade-customer',
    /agency|seo|market|web|software|insur|account|recruit|printer|dealer|supplier|designer|consult|solicitor|bank|broker|financ/i,
  ],
  [
    'languages',
    /polish|welsh|romanian|french|spanish|italian|german|ukrain|dutch|english|arabic|language|portug/i,
  ],
  [
    'institution',
    /parish|church|school|council|club|hall|care home|hotel|estate|agent|tender|landlord|managing|charity|hospice|association/i,
  ],
  ['short', /terse|short|curt|text/i],
  ['links', /link|photos/i],
]

interface Described {
  label: 'spam' | 'genuine'
  message: string
  note?: string
}

/** `file` keeps everyday messages in groups of a size that can be held out. */
export function familyOf({ label, message, note }: Described, file: string): string {
  const families = label === 'spam' ? spamFamilies : genuineFamilies
  const found = families.find(([, pattern]) => pattern.test(note ?? message))
  return found ? found[0] : `${label === 'spam' ? 'suppliers' : 'everyday'} (${file})`
}
