// `npm run teach-judge`: learns from the labelled messages anew. Run it after adding some.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runTool } from '../run-tool.ts'
import { learn } from './learn.ts'
import { readTaughtMessages } from './messages.ts'

const file = 'backend/enquiries/judge/learned-wording.json'

await runTool(async () => {
  const root = process.cwd()
  const messages = readTaughtMessages(root)
  const learned = learn(messages)
  writeFileSync(join(root, file), `${JSON.stringify(learned, null, 2)}\n`)
  const count = Object.keys(learned.weights).length
  return `${messages.length} messages taught the weights of ${count} words and pairs: ${file}`
})
