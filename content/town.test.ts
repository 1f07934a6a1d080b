import { describe, expect, test } from 'vitest'
import { demoContent } from '#tools/demo-content.ts'
import type { Town } from './town.ts'

const { towns } = demoContent

const subServices: Record<string, RegExp> = {
  '/grounds-maintenance/tree-surgery': /tree surgery/i,
  '/landscaping/astro-installation': /artificial grass/i,
  '/landscaping/complete-landscaping-solution': /design and build/i,
  '/landscaping/retaining-walls': /retaining wall/i,
}

describe.each(towns.map((town) => [town.name, town] as const))('%s', (name, town) => {
  test('leads to the sub-services that its words name', () => {
    const named = Object.entries(subServices).filter(([, words]) => words.test(bodyCopy(town)))
    const linked = town.ground.services.map(({ path }) => path)
    expect(linked).toEqual(expect.arrayContaining(named.map(([path]) => path)))
  })

  test('shows a picture that no other town shows', () => {
    const shown = towns.flatMap(({ picture, ground }) => [picture, ground.picture])
    expect(new Set(shown).size).toBe(shown.length)
  })

  test('has its chips on the map', () => {
    const labels = town.map?.labels.map((label) => label.name)
    expect(labels).toEqual(expect.arrayContaining(town.chips))
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

/** The visible copy, without metadata and chips. */
function bodyCopy(town: Town): string {
  const { hero, intro, services, ground, whyChooseUs, coverage, closing } = town
  return [
    hero.subtitle,
    hero.title,
    hero.description,
    intro.heading,
    ...intro.paragraphs,
    ...Object.values(services),
    ground.heading,
    ground.text,
    ...ground.services.map(({ why }) => why),
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
