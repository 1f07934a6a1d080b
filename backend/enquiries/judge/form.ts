// Signs in how a message is made, whatever it says: links, scripts, repetition, noise.

const link = /https?:\/\/\S+|www\.\S+/gi
const bareDomain =
  /(?<![@\w.-])[a-z\d-]+(?:\.[a-z\d-]+)*\.(?:com|net|org|io|info|biz|xyz|top|shop|site|online|club|ru|cn|link|click|live|app|store|ly|example|test)(?:\/\S*)?/gi
const shorteners =
  /\b(bit\.ly|tinyurl|goo\.gl|t\.co|is\.gd|ow\.ly|cutt\.ly|rb\.gy|rebrand\.ly|shorturl)|\b[\w-]*(tiny|short)[\w-]*\.\w+\//i

const probes = [
  /<script|<svg|<iframe|javascript:|alert\(|\bon(error|load|click|mouseover)\s*=|document\.cookie/i,
  /\bor 1=1\b|'\s*or\s*'|;\s*drop table/i,
  /union (all )?select|information_schema|\bselect\b.{0,40}\bfrom\b.{0,20}(--|;)/i,
  /\b(sleep|pg_sleep|benchmark|waitfor delay)\b\s*[('"]/i,
  /\.\.\/\.\.\/|etc\/passwd|c:\\windows/i,
  /\{\{[^}]*\}\}|\$\{[^}]*\}|<%=|constructor\.constructor/,
  /%00|%0d%0a|\|\|\s*ping\b|;\s*(cat|wget|curl|nslookup)\s/i,
]

export interface Measures {
  links: number
  hasShortener: boolean
  /** Words beside the links. */
  words: number
  markupLinks: number
  /** Kinds of attack on a program rather than words to a person. */
  probes: number
  /** Share of letters from another script than the message's own. */
  foreignShare: number
  isOtherLanguage: boolean
  repeats: boolean
  isNoise: boolean
  isLeet: boolean
  capitals: number
}

export function measure(message: string): Measures {
  const bare = message.match(bareDomain)?.filter((part) => !/^https?:|^www\./i.test(part)) ?? []
  const withScheme = message.match(link) ?? []
  const links = new Set([
    ...withScheme,
    ...bare.filter((b) => !withScheme.some((l) => l.includes(b))),
  ])
  const text = message.replaceAll(link, ' ').replaceAll(bareDomain, ' ')
  const words = text.match(/[\p{L}\p{M}'’]+/gu) ?? []
  const letters = text.match(/\p{L}/gu) ?? []
  const foreign = letters.filter((letter) => !/\p{Script=Latin}/u.test(letter)).length
  return {
    links: links.size,
    hasShortener: shorteners.test(message),
    words: words.length,
    markupLinks: (message.match(/<a\s[^>]*href|\[url[=\]]|\[link[=\]]/gi) ?? []).length,
    probes: probes.filter((probe) => probe.test(message)).length,
    foreignShare: letters.length === 0 ? 0 : foreign / letters.length,
    isOtherLanguage: foreign / Math.max(1, letters.length) < 0.5 && isOtherLanguage(words),
    repeats: repeatsItself(words),
    isNoise: isNoise(words, message),
    isLeet: (message.match(/\b(?=\w*[a-z])(?=\w*\d)\w*[a-z]\d[a-z]\w*\b/gi) ?? []).length >= 3,
    capitals:
      letters.filter((letter) => /\p{Lu}/u.test(letter)).length / Math.max(1, letters.length),
  }
}

const english = new Set(
  'the and of to is it we i you your my our for with at as be are have has can could would please this that not but if us will from by was there what how when some any just need want like get out up yes hello one two'.split(
    ' ',
  ),
)

/** Hardly any of the little words that every English sentence has, in a text long enough to have them. */
function isOtherLanguage(words: string[]): boolean {
  if (words.length < 5) return false
  const known = words.filter((word) => english.has(word.toLowerCase())).length
  const isPlain = words.every((word) => /^[a-z'’]+$/i.test(word))
  // Keywords strung together are English too: a text without accents needs a foreign little word.
  const foreignWords = words.filter((word) => foreignLittleWords.has(word.toLowerCase())).length
  return known / words.length < 0.15 && (!isPlain || foreignWords >= 2)
}

const foreignLittleWords = new Set(
  'de la le les el los las un una und der die das ist nicht wir sie ohne con por para su que nous vous votre pour est et ve ile bir na nie jest w z ego scire vestri da do das dos os um uma e o il di per non che si dolor sit amet ipsum'.split(
    ' ',
  ),
)

/** The same few words over and over. */
function repeatsItself(words: string[]): boolean {
  if (words.length < 5) return false
  const lower = words.map((word) => word.toLowerCase())
  const pairs = lower.slice(1).map((word, at) => `${lower[at]} ${word}`)
  return (
    new Set(lower).size / lower.length < 0.34 ||
    (pairs.length >= 12 && new Set(pairs).size / pairs.length < 0.4)
  )
}

/** Letters without words: keys hit at random, or filler. */
function isNoise(words: string[], message: string): boolean {
  if (/lorem ipsum|dolor sit amet/i.test(message)) return true
  const latin = words.filter((word) => /^[a-z]{4,}$/i.test(word))
  if (latin.length === 0) return false
  const odd = latin.filter(
    (word) =>
      /[bcdfghjklmnpqrstvwxz]{5,}/i.test(word) ||
      !/[aeiouy]/i.test(word) ||
      /[a-z][A-Z][a-z]*[A-Z]/.test(word) ||
      /q[^u]|[jvx][bcdfghjklmnpqrtvwxz]|[bcdfgkpqtvwz]x|[sz]xm|mz|zx|xb|wq|hz|kj|fh$|jf|djf/i.test(
        word,
      ),
  ).length
  return odd / latin.length >= 0.5
}
