// Stemming for the search: "fence" finds "fencing", "hedges" finds "hedge". Each form is a substring
// of the words it matches, so the trigram index can be used.

/**
 * The forms of each word, at most `max` patterns in all. If there are more, the words with the most
 * forms lose the rarest first; of more words than patterns the longest, most selective ones are kept.
 */
export function formsOfWords(words: string[], max: number): string[][] {
  const longest = [...new Set(words)].sort((a, b) => b.length - a.length).slice(0, max)
  const found = [...new Set(words)].filter((word) => longest.includes(word)).map(wordForms)
  while (found.flat().length > max) {
    const count = Math.max(...found.map(({ length }) => length))
    found.findLast(({ length }) => length === count)?.pop()
  }
  return found
}

/** One of these has to match. Numbers and addresses have no other forms. */
export function wordForms(word: string): string[] {
  // Some words could be either.
  const spaced = [word.replace(postcode, '$1 $2'), word.replace(reference, '$1-$2')]
  const other = spaced.filter((form) => form !== word)
  if (other.length > 0) return [word, ...other]
  if (!/^[a-z]{4,}$/.test(word)) return [word]
  const stem = withoutEnding(word)
  return stem === undefined ? baseForms(singular(word)) : stemForms(stem)
}

/** Typed without its space, as "wr144pa"; the last letter may be missing. */
const postcode = /^([a-z]{1,2}\d[a-z\d]?)(\d[a-z]{1,2})$/
/** Typed without its hyphen, as "kp642p": the letters and digits of internal.new_reference(). */
const reference = /^([2346789bcdfghjkmpqrtvwxy]{3})([2346789bcdfghjkmpqrtvwxy]{3})$/

const vowel = /[aeiouy]/

/** Without -ing or -ed, unless that is part of the stem, as in "spring", "shed" or "weed". */
function withoutEnding(word: string): string | undefined {
  const stem = /^(.{3,}?)(?:ing|ed)$/.exec(word)?.[1]
  if (!stem || !vowel.test(stem) || word.endsWith('eed')) return undefined
  return stem
}

function stemForms(stem: string): string[] {
  // "tidied" and "tidying" from "tidy".
  if (/[^aeiou]i$/.test(stem)) return [stem, `${stem.slice(0, -1)}y`]
  if (/[^aeiou]y$/.test(stem)) return [stem, `${stem.slice(0, -1)}i`]
  // "cutting" from "cut", "gravelled" from "gravel", but "rolled" from "roll".
  const isDoubled = /([bdgmnprt])\1$/.test(stem) || /..[aeiou].*ll$/.test(stem)
  return [isDoubled ? stem.slice(0, -1) : stem]
}

function singular(word: string): string {
  if (/ies$/.test(word) && word.length > 4) return `${word.slice(0, -3)}y`
  if (/(?:s|x|z|ch|sh)es$/.test(word)) return word.slice(0, -2)
  if (/[^suai]s$/.test(word)) return word.slice(0, -1)
  return word
}

function baseForms(base: string): string[] {
  // "fences" and "fenced" contain "fence", "fencing" does not.
  if (/[^aeiou]e$/.test(base) && !base.endsWith('ve')) return [base, `${base.slice(0, -1)}ing`]
  // "leaf", "leave" and "leaves"; "pave" and "paving".
  if (base.endsWith('ve')) {
    return [base, `${base.slice(0, -1)}ing`, `${base.slice(0, -2)}f`]
  }
  if (/[aeioulr]f$/.test(base)) return [base, `${base.slice(0, -1)}ve`]
  if (/[^aeiou]y$/.test(base)) return [base, `${base.slice(0, -1)}i`]
  return [base]
}
