// Letters of other alphabets that look like Latin ones (after the confusables of Unicode, UTS 39). Only
// words that mix alphabets are read so; Russian and Greek stay what they are.

const lookAlikes = new Map(
  [
    'аa вb сc ԁd еe ёe һh іi їi јj кk ӏl мm оo пn рp ԛq ѕs тt уy хx ѵv ԝw зz ьb гr',
    'АA ВB СC ЕE ЁE НH ІI ЇI ЈJ КK МM ОO РP ԚQ ЅS ТT УY ХX ѴV ԜW ЗZ',
    'αa βb γy εe ηn ιi κk νv οo ρp τt υu χx ωw ϲc ϳj',
    'ΑA ΒB ΕE ΖZ ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX ϹC',
    'ᴀa ʙb ᴄc ᴅd ᴇe ꜰf ɢg ʜh ɪi ᴊj ᴋk ʟl ᴍm ɴn ᴏo ᴘp ʀr ꜱs ᴛt ᴜu ᴠv ᴡw ʏy ᴢz ɑa ɡg ıi ℓl',
  ]
    .join(' ')
    .split(' ')
    .map(([foreign = '', latin = '']) => [foreign, latin]),
)

const words = /[\p{L}\p{M}\d]+/gu
const isMixed = (word: string) =>
  /\p{Script=Latin}/u.test(word) && /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(word)
const isSmallCapital = (word: string) => /[ᴀ-ᴢꜰꜱɢʜɪʟɴʀʏʙ]{2}/u.test(word)
const canRead = (word: string) =>
  [...word].every((letter) => lookAlikes.has(letter) || /[\p{Script=Latin}\d\p{M}]/u.test(letter))

export function readConfusables(text: string): string {
  const mixed = text.match(words)?.filter((word) => isMixed(word) || isSmallCapital(word)) ?? []
  // One mixed word may be "µm" or a slip of the keyboard's alphabet.
  if (mixed.length < 2) return text
  return text.replaceAll(words, (word) =>
    canRead(word) ? [...word].map((letter) => lookAlikes.get(letter) ?? letter).join('') : word,
  )
}
