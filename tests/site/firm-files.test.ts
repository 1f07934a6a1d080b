// `npm run firm`: what is published, as files and back.
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { siteStore } from '#backend/site/site-store.ts'
import { readFirm } from '#content/files/read-firm.ts'
import { shippedFirm } from '#content/files/shipped-firm.ts'
import { withEdits } from '#content/with-edits.ts'
import { engines, openTestDatabase } from '#tests/support/databases.ts'
import { openSiteApi, type SiteApi } from '#tests/support/site-api.ts'
import { demoDocuments } from '#tools/demo-content.ts'
import { exportFirm } from '#tools/firm/export-firm.ts'
import { differences, importFirm } from '#tools/firm/import-firm.ts'

const firmDir = shippedFirm()
const files = demoDocuments
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'firm-files-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const bodyOf = (key: string) => files.get(key) as Record<string, unknown>
const edits = {
  company: { ...bodyOf('company'), phone: '01632 960777', name: 'Teme: "Gardens" #1' },
  'towns/bromyard': { ...bodyOf('towns/malvern'), path: '/bromyard', name: 'Bromyard' },
  towns: { towns: ['worcester', 'bromyard'] },
}

describe.each(engines)('on %s', (engine) => {
  let api: SiteApi
  let target: string
  beforeAll(async () => {
    api = await openSiteApi(engine)
    target = join(folder, engine)
    await api.publish(edits)
  })
  afterAll(() => api.remove())

  const exported = async () => {
    const published = await siteStore(api.database).readPublished()
    return exportFirm({ firmDir, files, published, target })
  }

  test('what is published is a firm of files, with comments and pictures', async () => {
    expect(await exported()).toMatchObject({ edited: 3, removed: 0, left: [] })
    const published = await siteStore(api.database).readPublished()
    expect(readFirm(target)).toEqual(withEdits(files, published.documents).documents)
    const read = (file: string) => readFile(join(target, file), 'utf8')
    expect(await read('look.yaml')).toBe(await readFile(join(firmDir, 'look.yaml'), 'utf8'))
    expect(await read('company.yaml')).toMatch(/^# yaml-language-server: \$schema=.*\nname: /)
    expect(await readdir(join(target, 'pictures'))).toContain('home.webp')
    expect(await readdir(join(target, 'schemas'))).toContain('company.json')
  })

  test('the files make another installation the same, as one version', async () => {
    const other = await openTestDatabase(engine)
    try {
      const wanted = readFirm(target)
      const { version, changes } = await importFirm(other.database, { files, wanted })
      expect(version).toBe(1)
      expect(changes.map(({ key }) => key)).toEqual(['company', 'towns', 'towns/bromyard'])
      const { documents } = await siteStore(other.database).readPublished()
      expect(Object.fromEntries(documents.map(({ key, body }) => [key, body]))).toEqual(edits)
      expect(await importFirm(other.database, { files, wanted })).toEqual({ changes: [] })
    } finally {
      await other.remove()
    }
  })

  test('a changed folder is published here, and an export replaces the one before', async () => {
    await cp(join(firmDir, 'towns.yaml'), join(target, 'towns.yaml'))
    await rm(join(target, 'towns/bromyard.yaml'))
    const text = await readFile(join(target, 'company.yaml'), 'utf8')
    await writeFile(join(target, 'company.yaml'), text.replace('960777', '960778'))
    await importFirm(api.database, { files, wanted: readFirm(target) })
    expect(await api.published()).toEqual({ company: { ...edits.company, phone: '01632 960778' } })
    expect((await api.versions()).at(-1)?.summary).toEqual([
      'Imported from a folder',
      'company: from a file',
      'towns: as shipped',
      'towns/bromyard: as shipped',
    ])
    await writeFile(join(target, 'towns/bromyard.yaml'), 'path: /left-over\n')
    expect(await exported()).toMatchObject({ edited: 1, removed: 0, left: [] })
    expect(await readdir(join(target, 'towns'))).not.toContain('bromyard.yaml')
  })
})

test('a folder with other files, and that of the firm itself, stay as they are', async () => {
  const published = { documents: [] }
  await writeFile(join(folder, 'letter.txt'), 'Dear Ann')
  const options = { firmDir, files, published }
  await expect(exportFirm({ ...options, target: folder })).rejects.toThrow(/holds other files/)
  await expect(exportFirm({ ...options, target: firmDir })).rejects.toThrow(/the firm itself/)
})

test('a document that the folder lacks is removed, and one of neither goes back', () => {
  const wanted = new Map([...files].filter(([key]) => key !== 'towns/ledbury'))
  const published = [{ key: 'towns/bromyard', state: 'edited' as const, body: {} }]
  expect(differences({ files, wanted }, published)).toEqual([
    { key: 'towns/bromyard', state: 'shipped', body: null },
    { key: 'towns/ledbury', state: 'removed', body: null },
  ])
})
