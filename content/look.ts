// The colours in which firms differ. The other tokens of `ui/tokens.css` are neutral, or follow from
// these.
import * as v from 'valibot'
import { channelsOf, contrast, mix } from './contrast.ts'

const colour = v.pipe(
  v.string('must be a colour'),
  v.regex(/^#[\dA-Fa-f]{6}$/, 'must be a colour such as #0e3b26'),
  v.toLowerCase(),
)

export const lookSchema = v.strictObject({
  /** Bands, the footer, the head of emails, icons and the browser's own bar. */
  deep: colour,
  /** Links, buttons and icons on a light ground: `--color-green`. */
  accent: colour,
  /** The button for a quote, and what should be seen first. */
  hivis: colour,
  onHivis: colour,
  /** The ground of miniatures and models. */
  stone: colour,
})
export type Look = v.InferOutput<typeof lookSchema>

/** As `ui/tokens.css` has them; a test compares. */
export const shippedLook: Look = {
  deep: '#0e3b26',
  accent: '#14532d',
  hivis: '#d7f205',
  onHivis: '#10231a',
  stone: '#c8c3b6',
}

const white = '#ffffff'
/** Tokens that no firm changes. */
const [ink, mist] = ['#10231a', '#f0f3ee']

const onDeep = (deep: string) => mix(deep, white, 0.82)

/** Nothing for the colours of the stylesheet: pages then have the same bytes as without a look. */
export function lookStyles(look: Look): string {
  const colours = Object.keys(shippedLook) as (keyof Look)[]
  if (colours.every((name) => look[name] === shippedLook[name])) return ''
  const { deep, accent, hivis, stone } = look
  const wash = channelsOf(mix(deep, '#000000', 0.52)).join(' ')
  const tokens = {
    ...{ '--color-deep': deep, '--color-deep-line': mix(deep, white, 0.13) },
    ...{ '--color-on-deep': onDeep(deep), '--wash': wash, '--color-green': accent },
    // The dashboard's dark colours leave it alone: for what is shown there as visitors see it.
    '--firm-accent': accent,
    ...{ '--color-hivis': hivis, '--color-on-hivis': look.onHivis, '--color-stone': stone },
  }
  const text = Object.entries(tokens).map(([name, value]) => `${name}:${value}`)
  // In the layer of the tokens, so that the dashboard's dark colours win; twice the root, so that the
  // tokens in the dashboard's own stylesheet do not.
  return `@layer theme{:root:root{${text.join(';')}}}`
}

export interface TextContrast {
  /** The colour that the owner would change. */
  colour: keyof Look
  /** "white text on the dark ground" */
  name: string
  /** Beside the field of the colour: "white text" */
  short: string
  ratio: number
  /** What WCAG asks for at level AA. */
  minRatio: number
}

/** The pairs of text and ground that pages and emails have. */
export function textContrasts({ deep, accent, hivis, onHivis, stone }: Look): TextContrast[] {
  const links = 'the colour of links and buttons'
  const pairs: [keyof Look, string, string, string, string, number?][] = [
    ['deep', 'white text on the dark ground', 'white text', white, deep],
    ['deep', 'soft text on the dark ground', 'soft text', onDeep(deep), deep],
    ['accent', `${links} on white`, 'on white', accent, white],
    ['accent', `${links} on the light ground`, 'on the light ground', accent, mist],
    // Numbers of steps and icons: large.
    ['accent', `${links} on the colour behind models`, 'behind models', accent, stone, 3],
    ['onHivis', 'the text on the quote button', 'on the button', onHivis, hivis],
    ['stone', 'dark text on the colour behind models', 'dark text', ink, stone],
  ]
  return pairs.map(([colour, name, short, text, ground, minRatio = 4.5]) => ({
    ...{ colour, name, short, minRatio },
    ratio: contrast(text, ground),
  }))
}

export interface PaleText {
  colour: keyof Look
  message: string
}

export function paleTexts(look: Look): PaleText[] {
  return textContrasts(look)
    .filter(({ ratio, minRatio }) => ratio < minRatio)
    .map(({ colour, name, ratio, minRatio }) => ({
      colour,
      message: `${name} is hard to read: its contrast is ${formatRatio(ratio)}, and at least ${minRatio}:1 is needed`,
    }))
}

/** Rounded down: 4.499 is not 4.5. */
export const formatRatio = (ratio: number) => `${Math.floor(ratio * 100) / 100}:1`
