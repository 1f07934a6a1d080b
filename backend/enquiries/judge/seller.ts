// How sellers speak. "Your hedge trimmers at trade prices" and "my hedge wants trimming" share their
// nouns; these tell which of the two somebody is.
import { sign } from './sign.ts'

/** Said by somebody who offers: at least one of these, or a thing sold, makes a pitch. */
export const offering = [
  sign(
    'speaks for a seller',
    1,
    /\b(we|i)(( a|’a|'a)m|(’|')m| are|(’|')re|(’|')ve| have| also| just| only)? ?(help|offer|provid|suppl|speciali[sz]|generat|produc|manufactur|sell|launch|creat|redesign|deliver|represent|arrang|onboard|scan|compar|fund|lend|build|built|buy)\w*\b/,
    /\bi (make|run|design|write|sell)\b.{0,40}\bfor\b|\b(we|i) (can|could) (get|help|cut|fix|save|do|provide|offer|take|bring|send|change|transcribe|write|reduce|supply|put|place|make|build|handle)\b|\bwe (run|have) (\w+ ){0,4}(courses|stock|clients|buyers|installers|operatives|software|list|offers?)\b|\b(we|i)((’|')re| are|(’|')m| am) (contacting|writing to|emailing|expanding|offering|looking for (new|agents?|partners|resellers|installers)|currently looking)|\b(we|i)((’|')d| would) (like|love|be (happy|glad|delighted)) to (list|offer|discuss|introduce|provide|support|write|share|show|help|send|invite|mention|quote for your)/,
    /\bour (team|ai|software|app|clients?|services?|investors|solicitors|legal|platform|warehouse|network|brochure|portfolio|plan|products?|packages?|system|experts?|range|robot|agency|trade|firm|rep|advisers?|courses?|crm|customers|company (offers|provides|is|has)|(\w+ ){1,2}(service|software|app|range|courses?|solution))\b|\bmy (client|clients|agency|portfolio|services|company (cleans|makes|offers|provides|sells))\b|reach(ing)? out|came across your|just (bumping|checking you saw)|did you get a chance|last three emails|hope to cooperate|we are (a|an|the)? ?(\w+ )?(leading|reputed|professional|provider|factory|supplier|manufacturer|agency from|software)/,
  ),
  sign(
    'introduces itself',
    1,
    /introduc(e|ing) (our|my|myself|ourselves|the company)|welcome the opportunity|(writing|emailing|calling) (to you )?(from|on behalf of|about (your|a)) |my name is \w+ (and|from)\b|business development|\bi(’|')?m \w+ from \w+|on behalf of several|courtesy (message|call)|\bi (will|do|can do) \w+ (\w+ )?(videos?|blogs?|articles?|logos?|designs?|websites?|posts?)/,
  ),
  sign(
    'addresses companies like this one',
    1.5,
    /\b(for|to|helping|helps?|with) ((local|small|other|most|grounds|landscape) )?(landscapers|gardeners|trades(men|people)?|contractors|compan(y|ies)|business(es)?|firms|owners|landscaping (firms|companies|businesses)|garden(ing)? (firms|companies|businesses))\b/,
    /\b(gardening|garden|landscaping|grounds( maintenance)?|small|local|midlands) (businesses|companies|firms|pros)\b|(firms|companies|businesses|owners) (like|just like) (you|yours)|(companies|firms|business(es)?) your size|business owners?|small businesses|businesses in \w+shire|person landscaping company|contacting (businesses|companies|local)|professional gardeners|over \d+ (contractors|companies|firms|businesses|landscapers)|approved contractors/,
  ),
  sign(
    'opens like an advertisement',
    1,
    /^(?:(?:hi|hello|hiya|good (?:morning|afternoon)|dear)[^.?!\n]{0,24}[,.!-]+ ?)?(?:quick (?:one|question)\W+)?(?:tired of|struggling|looking for help|need (?:\w+ ){0,2}\w+\?|want (?:to|more)|did you know|do you know (?:where|what|how much)|have you (?:considered|ever|or your)|are you (?:paying|tired|struggling|the right|vat|looking to grow)|are your|is your (?:company|business|web ?site|team|insurance)|do your (?:team|staff)|do you (?:want more|need (?:help|a loan|urgent)|currently|accept|do your own)|would you like (?:to appear|\d+|more)|save up to|get (?:more|your|funding)|buy |cheap |unlock|boost|grow your)/,
  ),
] as const

/** Usual in pitches, but customers say such things too. */
export const persuading = [
  sign(
    'speaks of the reader’s company',
    1,
    /\byour (business|company|firm|staff|brand|industry|competitors?|vans?|fleet|bills|energy|policy|renewal|payroll|domain|readers|blog|inbox|invoices|quotes|emails|projects|social media|own social media|offices|premises|listing|trade ?mark|google|facebook|name|current (provider|supplier)|diary|empresa|customers|team)\b|\bthe (business )?owner\b|(right|best) person\b|(person|who is|anyone) in charge|who (handles|looks after|deals with|manages) (your |the )?(marketing|recruitment|payroll|accounts|buying|purchasing|website|social|\w+ at your)/,
  ),
  sign(
    'criticises or praises the website',
    1,
    /\b(found|noticed|saw|looking at|surfing|visited|reviewed|scanned|researching|love|impressed|nice)\b.{0,40}\b(your |nice )?(web ?site|site|blog|garden photos|business isn|page)\b|not (showing|ranking|on page)|looks outdated/,
  ),
  sign(
    'invites the reader to a sale',
    1,
    /\b(shall|may|can|could|should) (i|we) (send|show|share|pop|post|book|arrange|drop|walk|come in|give you)\b|(would|are) you (be )?(open|interested|keen)\b|interested\?|would you (like|consider)\b.{0,40}\b(offer|demo|report|more|exclusive|chat|sample)|do you (want|need|have capacity)\b.{0,30}\b(more|help|to reduce|loan|staff)|want to hear|fancy it\?|\b(book|arrange|schedule|jump on|hop on|have)\b.{0,20}\b(call|demo|chat|meeting|slot|check)\b|(reply|respond) (yes|sim|with|for|get|now|by return)|(quick|short|brief|ten|ten-|10|15|five) ?-?(minute|min|mins)? ?(chat|call|question|proposal|one)\b|minutes? (on the phone|check|call)|get back to me\b|(call|contact|message|text|ring) (our|us now|us today|me quick|me on whatsapp)\b|(see|view|visit|ask for|download|get) (our|my|some) (portfolio|work|brochure|examples|guide|page|catalogue|list)|see (samples|examples)|(send|show) (you )?some (examples|samples)|(register|apply|order|buy|start|join|act|subscribe|sign up|play|claim) (now|today|here|direct|at|in)\b|sign up\b|try it\b|click (here|below)|secure your|book your (appointment|place|slot)|switch now|renew (here|now)|fancy a|ask for a|is yours for|contact me by|how can we help you|(proposal|proposition|opportunity) (for you|about)|send us a copy|text \w+ to \d|thank me later|share how|open your account|on your behalf|speak to a \w+ ?advis|who handles|who looks after your|when does your|sample on request|would you consider|\bpost\?$/,
  ),
  sign(
    'quotes a seller’s price',
    1,
    /\b(from|only|just|starts?|starting|start at|fee|rate|budget of|all for|at)\s+(only |at )?[£$€]\s?\d/,
    /[£$€]?\s?\d[\d.,]*\s?(p|k|eur|usd)?\s?(\+ ?vat)?\s?(\/|per |an? |each )(month|lead|post|vehicle|m2|link|hour|year|film|site|litre|pallet|sms)\b|[£$€]\s?\d[\d.,]*\s?(one-off|each|set-?up|incl|all in|joining|administration|delivered|\/)|[£$€]\s?\d[\d.,]*\s?(\+|plus) ?vat\b|[£$€]\s?\d[\d.,]* per \w+|(prices?|costs?|rates) (from|start|are|just|only)|(half|full) day [£$€]|hidden fees|\$\d+ only|\d+ pounds each|(prices?|samples?|portfolio|details|catalogue|rates) (on request|available)|delivered free|months? free|\bdeals\b|0% finance|minimum \d+|\d+% (yearly|monthly)|[£$€]0 set|per (month|vehicle|lead|post)\b|\d+\s?% (off|discount|commission|pass|below)|\d+p off|up to \d+\s?%|\bcommission\b|margins\b|half price|\bfree (audit|demo|trial|sample|guide|consultation|delivery|shipping|mock-?up|report|inspection|signwriting|bottle|of cost|quotation for your)|(for|month is) free\b|free for|first (one(’|')s on me|month|bottle|one half)|no (tie[ -]?in|lock[ -]?in|set ?-?up|monthly|agency|temp|credit card|fees?\b|security|contract\.|charge,)|nil deposit|money back|\bsaving\b|discount code|bulk discount|low prices|unbeatable|pay only|we pay well/,
  ),
  sign(
    'boasts of results',
    1,
    /\b\d+\+? (in-house |new )?(experts|clients|developers|buyers|suppliers|customers)\b|\d+m users|clients save|\bsave\w* (time|about|up to|firms|companies|over)|helped (a|an|over|\d)|\b(in|within) \d+ (days|hours|minutes|weeks)\b|within weeks|\d\d\s?% (pass|success|original|dofollow|of the)|guaranteed\b|we guarantee|or you don(’|')t pay|if we miss|\d+ years( of)?( \w+)? experience|per cent more|won back|claimed [£$]|saw about|satisfied clients|\blegit\b|\bcould (bring|save)\b|save (you|your) |seen by \d|avoid a fine|ready in a (week|day)|\d+ (meetings|appointments)/,
  ),
  sign(
    'presses for a decision',
    0.5,
    /(this week|today|this month) only|ends (at|today|tonight|when|midnight)|must go by|limited (stock|time|offer|places)|only \w+ (slots|places|spots) left|offer ends|final notice|last chance|exclusive opportunity|within \w+ hours|before (hmrc|i approach|it(’|')s too late)|expires? today|don(’|')t miss|rates are rising|\burgent:|this month\b/,
  ),
  sign(
    'speaks in slogans',
    0.5,
    /\b(professional|affordable|competitive|leading|bespoke|cutting[ -]edge|innovative|solutions?|unique|trusted|award-winning|hassle|hidden fees|approved|exclusive|results?|boost|unlock|unbeatable|modern|guaranteed|permanent|worldwide)\b/,
  ),
  sign(
    'leads to a messenger',
    1,
    /whats ?app|telegram|\bt\.me\b|\bskype\b|wechat|微信|телеграм|\btg:/,
  ),
  sign('counts in foreign money', 1, /\$\s?\d|\d\s?(usd|eur|euros?|dollars)\b|€\s?\d|\busd \d/),
  sign(
    'greets nobody in particular',
    0.5,
    /\b(dear|hello|hi) (sir\b|friend|owner|manager|team|webmaster|purchasing|hiring|\w+ team)|sir ?\/ ?madam|greetings of the day|esteemed|is this the owner/,
  ),
] as const
