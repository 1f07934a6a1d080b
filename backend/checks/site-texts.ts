// Whether what was published in the dashboard is shown. After an update of the product an old edit may
// not fit any more; the shipped text is shown then.
import type { CheckDeps, CheckResult } from './check.ts'

export async function checkSiteTexts({ siteProblems }: CheckDeps): Promise<CheckResult> {
  const problems = siteProblems()
  if (problems.length === 0) return { state: 'ok', finding: 'All published texts are shown.' }
  const [first] = problems
  const keys = new Set(problems.map(({ key }) => key))
  const where = [first?.key, ...(first?.path ?? []).map(String)].join(' › ')
  return {
    state: 'warning',
    finding: `The published text of ${[...keys].join(', ')} cannot be shown, so the shipped one is (${where}: ${first?.message}).`,
    advice: 'Open it under Website, put it right and publish it again.',
  }
}
