import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { shippedFirm } from '#content/files/shipped-firm.ts'
import { secondFirmFolder } from '#tests/support/second-firm.ts'
import { jsonSchemas, schemaComment, schemaFolder } from './json-schemas.ts'

const yamlFiles = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.yaml'),
  )

test('the published schemas are those that check the files (npm run firm -- schemas)', () => {
  const folder = join(shippedFirm(), schemaFolder)
  const schemas = jsonSchemas()
  expect(readdirSync(folder).sort()).toEqual([...schemas.keys()].sort())
  for (const [name, text] of schemas) expect(readFileSync(join(folder, name), 'utf8')).toBe(text)
})

test('a schema tells an editor fields, limits and choices', () => {
  const read = (name: string) => JSON.parse(jsonSchemas().get(name) ?? '')
  const town = read('town.json')
  expect(town.properties.title).toMatchObject({ type: 'string', minLength: 10, maxLength: 60 })
  expect(town.required).toContain('county')
  expect(town.required).not.toContain('map')
  expect(town.additionalProperties).toBe(false)
  expect(read('look.json').properties.deep.pattern).toBe('^#[\\dA-Fa-f]{6}$')
  expect(read('service.json').properties.card.properties.icon.enum).toContain('droplets')
})

test('a schema explains fields in the words of the dashboard', () => {
  const company = JSON.parse(jsonSchemas().get('company.json') ?? '')
  expect(company.properties.retentionMonths).toMatchObject({
    title: 'Months that enquiries are kept',
    description: 'After that, the personal data in them is erased',
  })
  expect(company.properties.credentials.items.properties.name.title).toBe('What it is')
  const [kinds] = Object.values(
    JSON.parse(jsonSchemas().get('service.json') ?? '').properties.sections.items,
  )
  const cutaway = (
    kinds as { properties: Record<string, { const?: string; title?: string }> }[]
  ).find(({ properties }) => properties.kind?.const === 'cutaway')
  expect(cutaway?.properties.parts?.title).toBe('Parts')
})

describe('every file names its schema', () => {
  test.each(yamlFiles(shippedFirm()))('%s', (name) => {
    const text = readFileSync(join(shippedFirm(), name), 'utf8')
    expect(text.startsWith(schemaComment(name.replace('.yaml', '')))).toBe(true)
  })

  test.each(yamlFiles(secondFirmFolder))('%s of a firm elsewhere', (name) => {
    const [first = ''] = readFileSync(join(secondFirmFolder, name), 'utf8').split('\n')
    const [, path = ''] = first.split('$schema=')
    expect(JSON.parse(readFileSync(join(secondFirmFolder, name, '..', path), 'utf8'))).toBeTruthy()
  })
})
