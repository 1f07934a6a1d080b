import { expect, test } from 'vitest'
import { seeThrough } from './see-through.ts'

test.each([
  ['look-alike letters', 'Inсrеаsе уоur trаffіс', 'Increase your traffic'],
  ['look-alike letters', 'Yοur ραgе wаs fοund', 'Your page was found'],
  ['look-alike letters', 'ᴄʜᴇᴀᴘ ʟɪɴᴋs', 'cheap links'],
  ['decorated letters', '𝐃𝐨𝐮𝐛𝐥𝐞 𝘺𝘰𝘶𝘳 𝓼𝓪𝓵𝓮𝓼 𝕥𝕠𝕕𝕒𝕪', 'Double your sales today'],
  ['decorated letters', 'Ｃｈｅａｐ Ⓛⓘⓝⓚⓢ', 'Cheap Links'],
  ['decorated letters', 's̶e̶o̶ l̶i̶n̶k̶s̶', 'seo links'],
  ['invisible characters', 'ca\u200Bsi\u200Bno bo\u00ADnus', 'casino bonus'],
  ['spaced letters', 'F R E E   S P I N S', 'FREE   SPINS'],
  ['spaced letters', 'c.h.e.a.p w_a_t_c_h_e_s a_t c-o-s-t', 'cheap watches at cost'],
  ['figures for letters', 'R4nk y0ur w3bs1te 0n g00gle', 'Rank your website on google'],
  ['figures for letters', 'fr33 l0@n, n0 cr3d!t ch3ck', 'free loan, no credit check'],
  ['a disguised address', 'hxxps://pills[.]example/buy', 'https://pills.example/buy'],
  ['a disguised address', 'write to bob [at] pills (dot) example', 'write to bob@pills.example'],
  ['encoded text', `Read ${btoa('Get cheap pills online now')}`, 'Read Get cheap pills online now'],
  ['reversed text', 'ruoy rof knil eht kcilC', 'Click the link for your'],
  ['reversed text', 'yuB sekil dna teg eerf srewollof', 'Buy likes and get free followers'],
  ['hidden markup', 'Hello<span style="display:none"> casino </span>there', 'Hello there'],
])('%s: %s', (trick, written, text) => {
  const seen = seeThrough(written)
  expect(seen.text).toBe(text)
  expect(seen.tricks).toContain(trick)
})

test.each([
  'Dzień dobry, proszę o wycenę żywopłotu. Ogród ma około 200 m².',
  'Helo, faint fyddai golchi patio tua 40 metr sgwâr? Mae’n llithrig iawn.',
  'Добрый день, нужно подстричь газон у дома.',
  'Γεια σας, θέλω τιμή για τον φράχτη.',
  '10m of 6x4 sleepers at WR14 2AA by 5pm, ref A1B2, the M5 side, 2nd gate, 100m2',
  'gr8 thx c u l8r m8, is it ok 4 u 2 come b4 10',
  'I am in a.m. or p.m., e.g. Mon. The R.S.P.C.A. left a note.',
  '👨‍👩‍👧‍👦 want a lawn ❤️ please',
  'See https://photos.example/a/RGF2ZQ/Hedge_Front_2026.jpg for the hedge',
  'A café by the façade: 5µm filter, naïve question',
])('nothing is found in: %s', (written) => {
  expect(seeThrough(written).tricks).toEqual([])
})
