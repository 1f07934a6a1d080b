// The JSON Schemas of a firm's files, made from the schemas that check them, so that editors complete and
// check what is written.
import { toJsonSchema } from '@valibot/to-json-schema'
import type * as v from 'valibot'
import { wordingOf } from '#admin/pages/website/labels.ts'
import { collectionSchemas, documentSchemas, schemaOf } from '#content/documents.ts'

type JsonSchema = ReturnType<typeof toJsonSchema>

/** In the firm's folder. */
export const schemaFolder = 'schemas'

/** Of documents that are one of many. */
const memberNames: Record<keyof typeof collectionSchemas, string> = {
  services: 'service',
  towns: 'town',
}

/** File names with their texts. */
export function jsonSchemas(): Map<string, string> {
  const schemas: [string, v.GenericSchema][] = [
    ...Object.entries(documentSchemas),
    ...Object.entries(collectionSchemas).map(([collection, schema]): [string, v.GenericSchema] => [
      `${collection}/any`,
      schema,
    ]),
  ]
  return new Map(schemas.map(([key, schema]) => [schemaFileOf(key), asJson(key, schema)]))
}

/** The file with the schema of a document: `pages-home.json`, `service.json`. */
export function schemaFileOf(key: string): string {
  const [folder = '', name] = key.split('/')
  const isMember = name !== undefined && Object.hasOwn(memberNames, folder) && schemaOf(key)
  const file = isMember ? memberNames[folder as keyof typeof memberNames] : key.replaceAll('/', '-')
  return `${file}.json`
}

/** The first line of a YAML file, which editors read. */
export function schemaComment(key: string): string {
  const up = '../'.repeat(key.split('/').length - 1) || './'
  return `# yaml-language-server: $schema=${up}${schemaFolder}/${schemaFileOf(key)}\n`
}

function asJson(key: string, schema: v.GenericSchema): string {
  const json = toJsonSchema(schema, {
    typeMode: 'input',
    // Checks in code have no words in JSON Schema: the start still makes them.
    errorMode: 'ignore',
    overrideAction({ valibotAction, jsonSchema }) {
      if (valibotAction.type !== 'metadata') return undefined
      const { metadata } = valibotAction as unknown as v.MetadataAction<
        unknown,
        Record<string, unknown>
      >
      return { ...jsonSchema, ...metadata }
    },
  })
  return `${JSON.stringify(withWords(json, key), null, 2)}\n`
}

/** Every field with the name and the help that the dashboard gives it. */
function withWords(schema: JsonSchema, key: string, path: string[] = []): JsonSchema {
  const within = (part: unknown) =>
    typeof part === 'object' && part !== null ? withWords(part, key, path) : part
  const named = ([name, part]: [string, unknown]) => {
    const place = [...path, name]
    const { label, help } = wordingOf(key, place)
    const words = { title: label, ...(help && { description: help }) }
    return [name, { ...words, ...withWords(part as JsonSchema, key, place) }]
  }
  const { properties, items, anyOf, oneOf, additionalProperties, ...rest } = schema
  return {
    ...rest,
    ...(properties && { properties: Object.fromEntries(Object.entries(properties).map(named)) }),
    ...(items !== undefined && { items: within(items) }),
    ...(anyOf && { anyOf: anyOf.map(within) }),
    ...(oneOf && { oneOf: oneOf.map(within) }),
    ...(additionalProperties !== undefined && {
      additionalProperties: within(additionalProperties),
    }),
  } as JsonSchema
}
