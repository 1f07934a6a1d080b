import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Axe {
  run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>
}

/** What axe finds on the page once it has come to rest, one line each: colours on their way are nobody's. */
export async function findViolations(page: Page): Promise<string[]> {
  await page.evaluate(source)
  return page.evaluate(async () => {
    // Those that follow the scroll position, or turn for ever, never finish.
    const isEnding = ({ effect, timeline, playState }: Animation) =>
      playState === 'running' &&
      timeline instanceof DocumentTimeline &&
      effect?.getComputedTiming().endTime !== Infinity
    await Promise.allSettled(
      document
        .getAnimations()
        .filter(isEnding)
        .map(({ finished }) => finished),
    )
    const { violations } = await (window as unknown as { axe: Axe }).axe.run()
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
  })
}
