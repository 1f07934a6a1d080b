import { expect, test } from 'vitest'
import { demoCompany } from './company.ts'
import { fillInAll, loadContent } from './load-content.ts'

const company = { ...demoCompany, name: 'Teme Gardens', phone: '01632 960999' }

test('no placeholder is left, and no word of the demo company', () => {
  const text = JSON.stringify(loadContent(company))
  expect(text).not.toMatch(/\{(?:company|phone|email|retention)\}/)
  expect(text).toContain('Teme Gardens')
  expect(text).not.toContain(demoCompany.name)
})

test('a page is the same page wherever it is listed', () => {
  const { serviceGroups, allServicePages, allPages, towns } = loadContent(company)
  expect(allServicePages).toContain(serviceGroups[0]?.overview)
  expect(serviceGroups[2]?.cards[0]).toBe(serviceGroups[2]?.children[0])
  expect(allPages).toContain(towns[0])
})

test('a company whose name looks like a pattern is written as it is', () => {
  expect(fillInAll(['Ask {company}.'], { ...company, name: '$& Sons' })).toEqual(['Ask $& Sons.'])
})
