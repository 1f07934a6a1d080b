// What is sold through enquiry forms. Each kind is a family of words, not a message. A customer may
// use any of them, so what a customer's message shows counts against all but the worst.
import { sign } from './sign.ts'

/** Nobody who wants garden work writes these. */
export const blatant = [
  sign(
    'offers gambling',
    3,
    /free spins|no deposit\b|(best|online) (slots|betting|casino|odds)|(casino|betting|poker|slots)\b.{0,50}\b(bonus|links?|sign ?up|play now|accepted|jackpot)/,
    /\b(bahis|apuestas|казино|ставки)\b/,
  ),
  sign(
    'offers medicines or remedies',
    3,
    /viagra|cialis|ozempic|\bcbd\b|weight[ -]?loss|\bketo\b|\bgumm(y|ies)\b|(no|without) prescription|testosterone|doctors hate|(pills|supplements|capsules)\b.{0,40}\b(order|discount|buy|online|delivery)/,
  ),
  sign(
    'offers company or adult content',
    3,
    /\b(lonely|sexy|hot|naughty)\b.{0,20}\b(ladies|singles?|girls|women|tonight)|see more of me|feel lonely|(meet|chat)\b.{0,20}\btonight|over 18\b|adult (dating|content|chat)|\bxxx\b|onlyfans|ex[ -]lover|spell ?caster/,
  ),
  sign(
    'promises easy money',
    3,
    /\b(bitcoin|btc|crypto\w*|usdt|ethereum|forex|trading (robot|bot|signals))\b.{0,80}\b(profits?|earn\w*|invest\w*|signals?|withdraw\w*|wallet|recover\w*|credited|guaranteed|weekly|robot|claim|accepted|days)/,
    /\b(send|pay)\b.{0,20}\b(bitcoin|btc|gift ?cards?)|\b(earn|make)\b.{0,20}\b(money|cash|income|[£$€]\s?\d+)\b.{0,30}\b(fast|online|home|week|weekly|day|daily|month)|passive income|no risk\b|recovered my\b|lost money\b.{0,30}\b(scam|online|broker)/,
    /commission (on )?(each|every|per) (transfer|payment)|receive payments (for|on behalf)/,
  ),
  sign(
    'speaks of millions, prizes or inheritance',
    3,
    /next of kin|\bbarrister\b|\bwidow of\b|(million|\d)\s?(dollars|usd|gbp|pounds|euros)\b.{0,140}\b(late|donat\w*|client|transfer|charity|confidential|deceased|dying|fund|through you)|(usd|gbp)\s?\d[\d.,]* ?(million|m)\b/,
    /national draw|jackpot|sweepstakes?|\b(has|have|you) won [£$€]|\bselected to receive|you (have been|were|are) (randomly )?(selected|chosen)\b|claim (your|the) (prize|reward|gift|voucher)|you (have|(’|')ve) won (an? )?(iphone|\w+ ?card|prize|car)|click to claim|your computer (was|is|has been)|recorded you/,
  ),
  sign(
    'asks for a payment or password in somebody’s name',
    3,
    /(mailbox|inbox|storage|quota)\b.{0,25}\b(full|exceeded|storage)|upgrade (your )?(quota|mailbox)|verify your (account|identity|mailbox|details)|confirm (your )?(withdrawal|account|identity)\b/,
    /(package|parcel|shipment)\b.{0,40}\b(could not|cannot|not) be delivered|customs (fee|charge)|\btax (rebate|refund)\b.{0,40}(£|\bbank|\bclaim)|submit your (bank|card)|copy of (your )?passport/,
    /\b(page|account|listing|domain|mailbox|profile)\b.{0,50}\b(expires?|expired|suspended|removed|terminated|deactivated|disabled)\b|copyright(ed)? (violation|infringement|images|photos|claim)|if you did not authori[sz]e|(overdue|outstanding|unpaid) (invoice|balance|fee)\b.{0,100}(https?:|view|download)|access to your (web ?site|database|webcam|computer)/,
  ),
  sign(
    'sells followers, reviews or accounts',
    3,
    /\b(buy|sell\w*|cheap|real|get)\b.{0,25}\b(followers|google reviews|reviews|likes|subscribers|traffic|visitors)\b.{0,40}([£$€]|\d|accounts|drip)/,
    /\d+\s?k?\s(insta\w*\s)?(followers|visitors|likes)\b|\bpva\b|aged (accounts|gmail)|\bprox(y|ies)\b.{0,30}\b(residential|socks|mobile|4g)|(residential|socks5)\b.{0,20}prox|game gold|\bdumps\b.{0,20}\bcc\b|bank logs|\bfullz\b|cloned cards/,
  ),
  sign(
    'sells links or articles',
    3,
    /\bback-?links?\b|do-?follow|guest (post|blog|article)|sponsored (post|article|content|link)|link insertion|(credit|contextual|permanent) link|link (back )?to (my|our) (clients?|site|blog)|\bpbn\b|(publish|place|post|writ\w+|draft\w+)\b.{0,30}\barticles?\b.{0,80}\b(your|blog|readers|link)/,
  ),
  sign(
    'sells essays or imitations',
    3,
    /essay (writing|service)|\bdissertation\b|original papers|assignment help|\breplica\b|designer (bags|watches)|free shipping worldwide/,
  ),
] as const

/** What is sold to companies. Telling together with a seller's way of speaking. */
export const trades = [
  sign(
    'is about marketing',
    1.5,
    /\bseo\b|search engine|\brank(s|ed|ing|ings)?\b|page (one|1) of google|google (ads|my business|maps?|business|ranking|listing)|map results|\bppc\b|keywords?\b|\bcitations\b|press release|marketing|advertis\w+|social media|instagram|tiktok|facebook (ads|page)|promotional (films?|videos?)|brand(ing)? (identity|awareness|strategy)|influencer|blogger with|followers|mention your brand|competitors?\b|\byour blog\b|copywrit\w+|content writing|(film|video)s? for (local |your )?(trades|business\w*|landscapers|compan\w+)|drone (photo|video|footage)\w*|photo ?shoot|your advert|editorial|directories\b|(flyers|leaflets|business cards|stickers|printing)\b.{0,60}\b(order|from|save|off|print)|\bprint(ing|ed)\b.{0,40}\b(flyers|leaflets|cards)|cold (call|e-?mail)\w*|appointment setting|lead magnet|mailshots?/,
  ),
  sign(
    'is about websites or software',
    1.5,
    /web ?site (design|redesign|development|audit|builder|traffic)|(re)?design\w* (your |a |new |landscaping |garden )*web ?sites?|full website|web (design|development) (and|services|agency|company|packages?)|mobile app|software (house|made|for|company|solution)|quoting software|\bcrm\b|\bwordpress\b|\bhosting\b|domain name|developers\b.{0,30}\b(react|php|node|mobile|rates)|(ai|chat) ?-?(bot|receptionist|assistant)\b|our ai\b|\bapp with\b|\berrors? (on|with|in) your|your (web)?site\b.{0,60}\b(outdated|errors?|issues?|rank\w*|score|slow|traffic|audit|bottom|not on|isn(’|')t)|web development|online booking|\b\w*crm\b|\bapp (adds|that|for)\b|day trial|cyber ?security|data (breach|protection) (service|officer)/,
  ),
  sign(
    'sells customers or contact lists',
    1.5,
    /\bleads\b|\bper lead\b|lead (list|gen\w*)|(new|more|extra|exclusive|qualified)\b.{0,30}\b(customers|clients|enquiries|leads|conversations|appointments|bookings|jobs|calls|work)\b|(list|database) of\b.{0,60}\b(homeowners|e-?mails?|contacts|business(es)?|companies|web ?sites|phones|forms)|bulk (sms|e-?mail)|contact forms|homeowners\b.{0,40}\b(asking|looking|searching)|customers in your area|\d+ (calls|jobs|enquiries|customers) (a|every|per) (month|week)/,
  ),
  sign(
    'offers money or tax savings to companies',
    1.5,
    /working capital|(business|personal|urgent|bounce back|unsecured) loans?\b|(asset|invoice|vehicle|equipment|business) (finance|factoring|funding)|finance house|merchant (cash|account)|bad credit|debt (consolidation|relief|advice)|write off\b|\d+(\.\d+)?\s?% (interest|flat|apr)|\bwe (fund|lend)|fully funded|\br&d\b|tax credits?|hidden cash|business rates|mis-?sold|no win,? no fee|you (could|may|might) (claim|be owed|be able to claim)|owed thousands|claim up to|investors\b|acquir(e|ing)\b.{0,30}\b(company|business|firm)|(buyers|investors) (looking|actively)|sell (your|theirs)\b|turnover (above|over|of)|\bvat registered\b|(up to|from) £\d[\d,]* (for your|to £)|funding of|debt (recovery|collection)|unpaid invoices|selling your business|purchase (landscaping|gardening|grounds)\b/,
  ),
  sign(
    'sells services to companies',
    1.5,
    /business (energy|insurance|electricity|gas|water|broadband|mobiles?|phones?|development)|mobile phones?\b|energy (contract|supplier|broker|bills)|compare \d+|fuel (card|costs)|telephony|\bvoip\b|hosted (phone|system)|call answering|card (payments|machine|terminal|reader)s?\b.{0,40}([£%]|\brate|\bfee)|take card payments from|\bpayroll\b|\bcis returns\b|book-?keep\w+|invoicing\b|chas\w+ (your )?invoices|invoice chasing|virtual assistant|employee (benefits|wellbeing)|workplace (teams?|wellbeing|training)|\biso \d{4,5}\b|compliance\b|gdpr (audit|check|fine)|certification|win more\b.{0,20}\btenders?|(vans?|vehicles?|fleets?)\b.{0,50}\b(leas\w+|per month|track\w+|costing|for cash|graphics|insurance)|\blease a new|telematics|trade ?mark\b|(liability|insurance) (cover|policy)\b.{0,60}\b(landscapers|gardeners|tree surgeons|trades|clients|renewal)|your policy\b|skip hire account|cctv|cheaper (electricity|energy|gas|insurance)|contract ends|pensions? (auto|scheme|duties)|auto-?enrolment|per delegate|(training|first aid|safety|chainsaw) (courses?|training)|accountan(t|cy) (services?|firm)|your accounts\b|our (accountan|tax)\w+|advisers?\b|waste (collection|contract)s?\b.{0,30}\b(business|save|price)|water coolers?|coffee machines?|office (cleaning|supplies)|cleaning (company|contract)\b/,
  ),
  sign(
    'sells goods to the trade',
    1.5,
    /\bresellers?\b|\bdistributors?\b|\bwholesale\w*|\bimporter\b|\bexporter\b|\bmanufactur\w+|\bfactory\b|\bwe produce\b|\bmoq\b|\bfob\b|\bce certificate|trade (price|catalogue|clearance|account|discount|only)s?\b|(our|your|the|get) (price list|catalog(ue)?)|catalog(ue)? pdf|minimum order|supplier (from|of|in)\b|(direct )?from our warehouse|below merchants|to contractors\b|account for trades|offering contractors|not available to the public|embroidered|branded (polo|work|clothing|merch)\w*|work ?wear|softshells|competitive price|cooperate with you|unbeatable prices|left over from\b.{0,30}\bjob|purchasing manager|next day delivery to all|surplus stock|trade customers|free trials?\b|our (new )?(\w+ ){0,3}(range|stock)\b|our rep\b|(sell|supply|stock|import)\w*\b.{0,40}\b(to|for) (the )?(trade|contractors|landscapers|gardeners)/,
  ),
  sign(
    'offers workers',
    1.5,
    /(labourers|operatives|groundworkers|staff|workers|candidates|gardeners|landscapers)\b.{0,40}\b(available|ready to start)|need staff\?|recruitment (agency|partner|needs|services)?\b|agency fee|temp fees?|placement fee|cscs|outsourc\w+|(manila|philippines|india)\b.{0,30}\b(based|team)|full time from \w+|freelance (bookkeep|design|market|develop|writ)\w+/,
  ),
  sign(
    'sells awards, listings or advertisements',
    1.5,
    /(full|half|quarter|front) (page|cover)|yearbook|copy deadline|(your|our|free|business|tradesm[ae]n) (listing|directory)|nominated (as|for)|shortlisted|trophy|administration fee|feature your (company|business)|(trade|business|local|lifestyle) magazine|business awards?|joining fee|join our network|new installers|onboarding|franchise\b|partnership\b|approved (contractors|traders|installers)|(annual|monthly) membership|invite you to register|become a (partner|member|verified)/,
  ),
  sign(
    'names what companies buy',
    1,
    /\b(uniforms?|ppe|hi[- ]?vis|merchandise|promotional|branded|logo|animations?|explainer|newsletters?|signage|vehicle (wraps?|graphics)|tippers?|dash ?cams?|premiums|insurers|brokers?|wills?\b(?= month| writing)|mortgages?|grant writers?|defra money|accreditation|employment law|\bhr\b|webinars?|exhibitions?|expo|trade shows?|networking|chamber of commerce|sponsor(ship)?|golf day|cvs|vacancies|recruiting|candidates|temps|subcontract labour|water coolers?|vending|fire extinguishers?|led lighting|heat pumps?|job (sheets|management)|automat(es|ed|ion)|scraping|data entry|admin support|transcription|freelance(r)?|ssl|certificate is expiring|plugins?|platform|cloud|cyber|analytics|conversion|roi|b2b|stockists?|dealers?|containers?|pallets?|machinery|spare parts|consultan(t|ts|cy)|bureau|agency|investor)\b/,
    /\b(write|writer)\b.{0,20}\bblogs?\b|\bssl\b|trade login|proposal for/,
  ),
  sign(
    'offers work at the door',
    1.5,
    /free (roof|gutter|loft|boiler|damp) (inspection|survey|check)|(noticed|spotted|saw)\b.{0,30}\b(tiles|roof|chimney|gutters?)\b.{0,40}\byour (property|house|street)|\btarmac\b.{0,60}\b(cheap|cash|today)|cheap for cash|off if booked|solar (panels?|grants?)\b.{0,60}\b(eligib\w+|fund\w+|qualify|batter\w+)|qualify for\b|eligibility/,
  ),
] as const
