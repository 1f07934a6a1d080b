import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createContent } from '../content.ts'
import { readFirm } from './read-firm.ts'
import { shippedFirm } from './shipped-firm.ts'

let firm: string
beforeEach(async () => {
  firm = await mkdtemp(join(tmpdir(), 'firm-'))
  await cp(shippedFirm(), firm, {
    recursive: true,
    filter: (file) => !file.endsWith('.webp'),
  })
})
afterEach(() => rm(firm, { recursive: true }))

async function change(file: string, from: string | RegExp, to: string) {
  const text = await readFile(join(firm, file), 'utf8')
  expect(text).toMatch(from)
  await writeFile(join(firm, file), text.replace(from, to))
}

test('a firm is read from its files', async () => {
  await change('company.yaml', 'Hopyard Gardens & Grounds', 'Teme Gardens')
  await change('hours.yaml', 'days: [Sa]', 'days: [Sa, Su]')
  const { company, hours } = createContent(readFirm(firm))
  expect(company.name).toBe('Teme Gardens')
  expect(hours.telephone[1]?.days).toEqual(['Sa', 'Su'])
})

test('a new town is one file and its place in the order', async () => {
  const text = await readFile(join(firm, 'towns/malvern.yaml'), 'utf8')
  await writeFile(
    join(firm, 'towns/bromyard.yaml'),
    text
      .replace('path: /malvern', 'path: /bromyard')
      .replace('name: Malvern\n', 'name: Bromyard\n'),
  )
  expect(createContent(readFirm(firm)).towns).toHaveLength(7)
  await change('towns.yaml', '- malvern\n', '- malvern\n  - bromyard\n')
  const { towns, footer } = createContent(readFirm(firm))
  expect(towns[2]).toMatchObject({ name: 'Bromyard', path: '/bromyard' })
  expect(JSON.stringify(footer.lists)).toContain('/bromyard')
})

test.each([
  ['towns/malvern.yaml', 'county: Worcestershire\n', '', /malvern.yaml:1: county .*/],
  ['towns/malvern.yaml', 'path: /malvern', 'path: Malvern', /malvern.yaml:2: path must be a path/],
  [
    'company.yaml',
    'retentionMonths: 24',
    'retentionMonths: two',
    /company.yaml:8: retentionMonths/,
  ],
  ['company.yaml', 'town: Worcester', 'twon: Worcester', /company.yaml:6: twon/],
  ['company.yaml', 'name: Hop', 'name: "Hop', /company.yaml:\d+: /],
  ['hours.yaml', 'closes: 17:00', 'closes: 07:00', /hours.yaml:3: office.0 closes before it opens/],
  ['services/patios.yaml', 'picture: patios\n', 'picture: pation\n', /no picture pation/],
  ['services.yaml', '- patios\n', '- pation\n', /services.yaml:\d+: there is no service “pation”/],
  ['towns/ledbury.yaml', 'path: /ledbury', 'path: /malvern', /is the address of .* too/],
  ['towns/ledbury.yaml', 'path: /ledbury', 'path: /admin/ledbury', /address of the product itself/],
  ['pages/about.yaml', 'path: /about', 'path: /us', /about.yaml:\d+: this page keeps the address/],
  ['pages/home.yaml', '{phone}', '{fone}', /home.yaml:\d+: there is no placeholder {fone}/],
  ['services/patios.yaml', 'path: /pressure-washing', 'path: /washing', /no page has the address/],
])('%s with a mistake stops the start, and the line is named', async (file, from, to, message) => {
  await change(file, from, to)
  expect(() => readFirm(firm)).toThrow(message)
})

test('files that are missing, or belong to no firm, are named', async () => {
  await rm(join(firm, 'hours.yaml'))
  expect(() => readFirm(firm)).toThrow(/hours.yaml: is missing/)
  await writeFile(join(firm, 'horas.yaml'), 'office: []\n')
  expect(() => readFirm(firm)).toThrow(/horas.yaml: is no document of a firm/)
  expect(() => readFirm(join(firm, 'nowhere'))).toThrow(/cannot be read: ENOENT/)
})

test('a file that refers to itself without end is refused', async () => {
  await writeFile(join(firm, 'trust.yaml'), 'claims: &all\n  - *all\n  - *all\n')
  expect(() => readFirm(firm)).toThrow(/trust.yaml/)
})
