// The forms of an English word that a search looks for: "fence" finds "fencing", "hedges" finds
// "hedge". Each is a part of the words that it stands for, so the index of letters in threes serves.

/**
 * The forms of each word, `most` patterns in all. Where that is too few, words with the most forms
 * lose the rarest first; of more words than patterns the longest are looked for, which narrow most.
 */
export function formsOfWords(words: string[], most: number): string[][] {
  const longest = [...new Set(words)].sort((a, b) => b.length - a.length).slice(0, most)
  const found = [...new Set(words)].filter((word) => longest.includes(word)).map(wordForms)
  while (found.flat().length > most) {
    const count = Math.max(...found.map(({ length }) => length))
    found.findLast(({ length }) => length === count)?.pop()
  }
  return found
}

/** One of these has to be found. References, numbers, postcodes and addresses have no other forms. */
export function wordForms(word: string): string[] {
  if (!/^[a-z]{4,}$/.test(word)) return [word]
  const stem = withoutEnding(word)
  return stem === undefined ? baseForms(singular(word)) : stemForms(stem)
}

const vowel = /[aeiouy]/

/** Without -ing or -ed, where what is left can be a word: not of "spring", "shed" or "weed". */
function withoutEnding(word: string): string | undefined {
  const stem = /^(.{3,}?)(?:ing|ed)$/.exec(word)?.[1]
  if (!stem || !vowel.test(stem) || word.endsWith('eed')) return undefined
  return stem
}

function stemForms(stem: string): string[] {
  // Tidied, tidying: of "tidy".
  if (/[^aeiou]i$/.test(stem)) return [stem, `${stem.slice(0, -1)}y`]
  if (/[^aeiou]y$/.test(stem)) return [stem, `${stem.slice(0, -1)}i`]
  // Cutting, gravelled: of "cut" and "gravel", but "rolled" of "roll".
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
  // Fences and fenced contain it, fencing does not.
  if (/[^aeiou]e$/.test(base) && !base.endsWith('ve')) return [base, `${base.slice(0, -1)}ing`]
  // Leaf, leave, leaves; pave, paving.
  if (base.endsWith('ve')) {
    return [base, `${base.slice(0, -1)}ing`, `${base.slice(0, -2)}f`]
  }
  if (/[aeioulr]f$/.test(base)) return [base, `${base.slice(0, -1)}ve`]
  if (/[^aeiou]y$/.test(base)) return [base, `${base.slice(0, -1)}i`]
  return [base]
}
