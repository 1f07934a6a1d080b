// `npm run lookbook`: screenshots of a page of each kind, and of every state, at every width, for
// review; the public site in light only. It starts the demo, and writes a contact sheet per state and one
// page with all of them.
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { launchBrowser } from '../bench/browser.ts'
import { startDemo } from '../demo/start-demo.ts'
import { freePort } from '../postgres-server.ts'
import { writeSheets } from './contact-sheets.ts'
import { publicScenes } from './public-scenes.ts'
import { dashboardScenes, signInScenes } from './staff-scenes.ts'
import { type Chapter, takePictures } from './take-pictures.ts'
import { dashboardUiScenes, siteUiScenes } from './ui-scenes.ts'

const usage = `npm run lookbook -- [--only WORDS] [--width PIXELS] [--out FOLDER]`

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    width: { type: 'string', multiple: true, default: ['360', '768', '1024', '1280', '1920'] },
    out: { type: 'string', default: 'lookbook' },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) {
  process.stdout.write(`${usage}\n`)
  process.exit(0)
}

const chapters: Chapter[] = [
  { title: 'The site', scenes: publicScenes, schemes: ['light'] },
  { title: 'The way in', scenes: signInScenes, schemes: ['light', 'dark'] },
  { title: 'The dashboard', scenes: dashboardScenes, schemes: ['light', 'dark'], isSignedIn: true },
  { title: 'The ui room', scenes: siteUiScenes, schemes: ['light'] },
  { title: 'The ui room', scenes: dashboardUiScenes, schemes: ['light', 'dark'] },
].map((chapter) => ({
  ...chapter,
  scenes: chapter.scenes.filter(({ name }) =>
    `${chapter.title} ${name}`.toLowerCase().includes(values.only.toLowerCase()),
  ),
})) as Chapter[]

const folder = await mkdtemp(join(tmpdir(), 'lookbook-'))
const demo = await startDemo({
  entry: import.meta.url,
  folder: join(folder, 'data'),
  settings: {
    PATH: process.env.PATH,
    PORT: String(await freePort()),
    BACKUP_DIR: join(folder, 'backups'),
    // For the cookie banner. Nothing is loaded from there: see take-pictures.ts.
    GTM_ID: 'GTM-LOOKBOOK',
  },
})
if (demo) {
  const out = resolve(values.out)
  await mkdir(out, { recursive: true })
  const browser = await launchBrowser()
  try {
    const pictures = await takePictures({
      browser,
      url: demo.url,
      out,
      chapters,
      widths: values.width.map(Number),
      onTaken: (name) => process.stdout.write(`${name}\n`),
    })
    await writeSheets(browser, out, pictures)
    const failed = pictures.filter(({ problem }) => problem)
    for (const { file, problem } of failed) process.stderr.write(`${file}: ${problem}\n`)
    process.stdout.write(`\n${pictures.length} pictures: ${join(out, 'index.html')}\n`)
    process.exitCode = failed.length > 0 ? 1 : 0
  } finally {
    await browser.close()
    await demo.stop()
    await rm(folder, { recursive: true, force: true })
  }
  process.exit()
}
