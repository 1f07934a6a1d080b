import { describe, expect, test } from 'vitest'
import type { Town } from './town.ts'
import { towns } from './towns.ts'

// The specification's table; the places of a second line ("also …") come last.
const chips: Record<string, string[]> = {
  Worcester: [
    ...['WR1', 'WR2', 'WR3', 'WR4', 'WR5'],
    ...['St Johns', 'Barbourne', 'Rainbow Hill', 'Perdiswell'],
  ],
  Malvern: ['WR14', 'Malvern Hills', 'Great Malvern', 'Malvern Link', 'West Malvern'],
  Hereford: ['HR1', 'HR2', 'HR4', 'Herefordshire'],
  Droitwich: ['WR9', 'Droitwich Spa', 'Wychbold'],
  Pershore: ['WR10', 'Vale of Evesham', 'Pershore'],
  Evesham: ['WR11', 'Vale of Evesham', 'Evesham', 'Badsey', 'Hampton', 'Bengeworth'],
  Ledbury: ['HR8', 'Ledbury', 'Herefordshire'],
}

const mentions: [RegExp, string[]][] = [
  [/tree surgery/i, ['Hereford', 'Ledbury']],
  [/artificial grass|design[ -]and[ -]build/i, ['Worcester', 'Droitwich', 'Pershore', 'Evesham']],
  [/retaining wall/i, ['Malvern', 'Evesham']],
]

const subServices: Record<string, RegExp> = {
  '/grounds-maintenance/tree-surgery': /tree surgery/i,
  '/landscaping/astro-installation': /artificial grass/i,
  '/landscaping/complete-landscaping-solution': /design and build/i,
  '/landscaping/retaining-walls': /retaining wall/i,
}

test('towns come in the order of the specification', () => {
  expect(towns.map((town) => town.name)).toEqual(Object.keys(chips))
})

describe.each(towns.map((town) => [town.name, town] as const))('%s', (name, town) => {
  test('carries the chips of its table row', () => {
    expect(town.chips).toEqual(chips[name])
  })

  test('is titled and filed as specified', () => {
    const inHerefordshire = name === 'Hereford' || name === 'Ledbury'
    expect(town.title).toBe(`Garden & Landscaping Services ${name}`)
    expect(town.county).toBe(inHerefordshire ? 'Herefordshire' : 'Worcestershire')
    expect(town.path).toBe(`/${name.toLowerCase()}`)
  })

  test('mentions the work the specification names there', () => {
    const expected = mentions.filter(([, names]) => names.includes(name))
    for (const [pattern] of expected) expect(bodyCopy(town)).toMatch(pattern)
  })

  test('leads to the sub-services that its words name, and to no others', () => {
    const named = Object.entries(subServices).filter(([, words]) => words.test(bodyCopy(town)))
    expect([...town.alsoHere].sort()).toEqual(named.map(([path]) => path).sort())
  })

  test('makes all four trust claims', () => {
    expect(town.whyChooseUs.map((point) => point.title)).toEqual([
      'Local team',
      'Fully insured',
      'Quality guaranteed',
      'Reliable and punctual',
    ])
  })

  test('has three hundred words of its own', () => {
    expect(words(bodyCopy(town)).length).toBeGreaterThanOrEqual(300)
  })

  test('has five-word runs found on no other town page', () => {
    const elsewhere = new Set(towns.filter((other) => other !== town).flatMap(fiveWordRuns))
    const own = new Set(fiveWordRuns(town).filter((run) => !elsewhere.has(run)))
    expect(own.size).toBeGreaterThanOrEqual(250)
  })

  test('shares few five-word runs with any other town', () => {
    const runs = new Set(fiveWordRuns(town))
    for (const other of towns.filter((candidate) => candidate !== town)) {
      const shared = new Set(fiveWordRuns(other).filter((run) => runs.has(run)))
      expect(shared.size / runs.size, `${name} and ${other.name}`).toBeLessThan(0.1)
    }
  })
})

/** What a visitor reads on the page, without metadata and without the chips. */
function bodyCopy({ hero, intro, services, whyChooseUs, coverage, closing }: Town): string {
  return [
    hero.subtitle,
    hero.title,
    hero.description,
    intro.heading,
    ...intro.paragraphs,
    ...Object.values(services),
    ...whyChooseUs.flatMap((point) => [point.title, point.text]),
    coverage.heading,
    coverage.text,
    closing.heading,
    closing.text,
  ].join('\n')
}

function words(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}’'-]+/gu) ?? []
}

function fiveWordRuns(town: Town): string[] {
  const all = words(bodyCopy(town))
  return all.slice(0, -4).map((_, start) => all.slice(start, start + 5).join(' '))
}
