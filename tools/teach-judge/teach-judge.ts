// `npm run teach-judge`: measures the spam filter on families held out of its teaching, teaches it anew,
// and writes the model and the figures. Run it after adding labelled messages.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { featuresOf } from '#backend/enquiries/judge/features.ts'
import { readModel, sumOf, verdictOf } from '#backend/enquiries/judge/model.ts'
import { originOf } from '#backend/enquiries/judge/origin.ts'
import { demoContent } from '#tools/demo-content.ts'
import { runTool } from '../run-tool.ts'
import { evaluate } from './evaluate.ts'
import { learn } from './learn.ts'
import { readMessages } from './messages.ts'
import { reportOf } from './report.ts'

const modelFile = 'backend/enquiries/judge/model.json'
const reportFile = 'docs/spam-filter.md'

await runTool(async ([sharedFolder = '../shared/data']) => {
  const root = process.cwd()
  const { taught, test, shared } = readMessages(root, join(root, sharedFolder))
  // The shipped model knows most of what arrives: thresholds for kinds it never saw would suit a weaker one.
  const { judged: known, calibration } = evaluate(taught, 'message')
  const { judged: heldOut } = evaluate(taught, 'family', calibration)
  const stored = learn(taught, calibration)
  const json = `${JSON.stringify(stored, null, 2)}\n`
  const model = readModel(stored)
  const unseen = test.map((one) => ({
    ...one,
    verdict: verdictOf(
      model,
      sumOf(model, featuresOf(one.message, originOf(one, demoContent.area))),
    ),
  }))
  const measured = { heldOut, known, unseen, shared, taught: taught.length, bytes: json.length }
  writeFileSync(join(root, modelFile), json)
  writeFileSync(join(root, reportFile), reportOf(measured))
  const found =
    shared.length > 0
      ? `${shared.length} further collections were read in ${sharedFolder}`
      : `no further collections in ${sharedFolder}: the project's own messages alone were taught`
  return `${taught.length} messages taught; ${found}. Written: ${modelFile}, ${reportFile}`
})
