import { expect, test } from 'vitest'
import { collectionSchemas, documentSchemas, schemaOf } from '#content/documents.ts'
import { type GroupShape, type Shape, shapeOf } from './shape.ts'

const entryOf = (shape: Shape, ...names: string[]): Shape =>
  names.reduce<Shape>((inner, name) => {
    const found = (inner as GroupShape).entries.find((entry) => entry.name === name)
    if (!found) throw new Error(`no ${name}`)
    return found.shape
  }, shape)

const shape = (key: string) => {
  const schema = schemaOf(key)
  if (!schema) throw new Error(key)
  return shapeOf(schema)
}

test.each(Object.entries({ ...documentSchemas, ...collectionSchemas }))(
  'the editor has a field for every part of %s',
  (_, schema) => {
    expect(() => shapeOf(schema)).not.toThrow()
  },
)

test('the limits of texts, lists and numbers are known', () => {
  expect(entryOf(shape('pages/about'), 'title')).toMatchObject({ min: 10, max: 60 })
  expect(entryOf(shape('company'), 'phone')).toMatchObject({ min: 6, max: 20 })
  expect(entryOf(shape('services/patios'), 'faqs')).toMatchObject({ kind: 'list', max: 12 })
  expect(entryOf(shape('company'), 'retentionMonths')).toEqual({
    ...{ kind: 'number', min: 1, max: 120, isWhole: true },
  })
})

test('dates, times, paths and names of pictures are told apart', () => {
  const { item } = entryOf(shape('hours'), 'telephone') as { item: Shape }
  expect(entryOf(item, 'opens')).toMatchObject({ format: 'time' })
  expect(entryOf(item, 'days')).toMatchObject({ kind: 'choices', options: { length: 7 } })
  expect(entryOf(shape('pages/home'), 'updated')).toMatchObject({ format: 'date' })
  expect(entryOf(shape('pages/home'), 'path')).toMatchObject({ format: 'path' })
  expect(entryOf(shape('pages/home'), 'picture')).toMatchObject({ format: 'slug' })
  expect(entryOf(shape('company'), 'email')).toMatchObject({ format: 'email' })
  expect(entryOf(shape('company'), 'phone')).toMatchObject({ format: 'plain' })
})

test('a section is one of seven kinds', () => {
  const { item } = entryOf(shape('pages/terms'), 'sections') as { item: Shape }
  expect(item.kind === 'variants' && [...item.options.keys()]).toEqual([
    ...['prose', 'list', 'points', 'steps', 'schedule', 'cutaway', 'comparison'],
  ])
})
