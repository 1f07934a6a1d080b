// A new town or service. Its texts are starters that the owner has to replace: nothing is invented.
import * as v from 'valibot'
import type { Coverage } from '#content/coverage.ts'
import { outwardCode } from '#content/coverage-schema.ts'
import { collectionSchemas } from '#content/documents.ts'
import { serviceIcons } from '#content/service-icons.ts'
import { starter } from '#content/starter.ts'
import { serviceGroupsIn } from './document-names.ts'
import { textIn, textsIn } from './documents.ts'
import { wordingOf } from './labels.ts'
import { type Change, freeAddress } from './links.ts'
import { type Shape, shapeOf } from './shape.ts'
import type { Path } from './values.ts'

type Bodies = ReadonlyMap<string, unknown>

export interface NewTown {
  name: string
  county: string
  latitude: number
  longitude: number
  /** The first halves of its postcodes. */
  outwardCodes: string[]
}

export function addTown(bodies: Bodies, added: NewTown, today: string): Change[] {
  const { outwardCodes, ...town } = added
  const slug = slugFrom(town.name)
  const key = `towns/${slug}`
  const place = [town.latitude, town.longitude]
  const blank = starterOf(shapeOf(collectionSchemas.towns), key) as Record<string, unknown>
  const picture = anyPicture(bodies)
  const body = {
    ...blank,
    ...{ ...town, path: `/${slug}`, picture, updated: today, chips: outwardCodes },
    services: Object.fromEntries(
      serviceGroupsIn(bodies).map(({ overview }) => {
        const service = textIn(bodies.get(`services/${overview}`), 'name') ?? overview
        return [overview, `${starter}${service} in ${town.name}`]
      }),
    ),
    ground: { ...(blank.ground as object), picture },
    map: {
      centre: place,
      across: 0.2,
      labels: [{ name: town.name, kind: 'town', at: place, side: 'above' }],
    },
    reviewWords: [town.name],
  }
  const towns = [...textsIn(bodies.get('towns'), 'towns'), slug]
  return [
    { key, state: 'edited', body },
    { key: 'towns', state: 'edited', body: { towns } },
    ...coverTown(bodies, town.name, outwardCodes),
    ...freeAddress(bodies, body.path),
  ]
}

/** A postcode leads visitors to one town: it is no longer among those of another. */
function coverTown(bodies: Bodies, town: string, outwardCodes: string[]): Change[] {
  if (outwardCodes.length === 0) return []
  const coverage = Object.entries((bodies.get('coverage') ?? {}) as Coverage).map(
    ([other, codes]) => [other, codes.filter((code) => !outwardCodes.includes(code))],
  )
  const body = { ...Object.fromEntries(coverage), [town]: outwardCodes }
  return [{ key: 'coverage', state: 'edited', body }]
}

/** "HR7, wr6" → ["HR7", "WR6"]; undefined if one is not the first half of a postcode. */
export function readOutwardCodes(text: string): string[] | undefined {
  const codes = [
    ...new Set(
      text
        .toUpperCase()
        .split(/[\s,;]+/)
        .filter(Boolean),
    ),
  ]
  return codes.every((code) => v.is(outwardCode, code)) ? codes : undefined
}

export interface NewService {
  name: string
  /** The overview page of its group; without one, it is a group of its own. */
  group: string | undefined
  /** In a group: whether it is an option of its own in the forms, or asked for under the group's. */
  hasOwnOption: boolean
}

export function addService(bodies: Bodies, service: NewService, today: string): Change[] {
  const { name, group, hasOwnOption } = service
  const slug = slugFrom(name)
  const key = `services/${slug}`
  const overview = group ? bodies.get(`services/${group}`) : undefined
  const blank = starterOf(shapeOf(collectionSchemas.services), key) as Record<string, unknown>
  const body = {
    ...blank,
    name,
    path: `${textIn(overview, 'path') ?? ''}/${slug}`,
    picture: textIn(overview, 'picture') ?? anyPicture(bodies),
    updated: today,
    enquiryService: (!hasOwnOption && textIn(overview, 'enquiryService')) || name.slice(0, 40),
    card: {
      ...(blank.card as object),
      title: name,
      icon: textIn(overview, 'card', 'icon') ?? serviceIcons[0],
    },
    reviewWords: [name.toLowerCase()],
  }
  const services = (bodies.get('services') ?? { groups: [] }) as { groups: object[] }
  const groups = group
    ? services.groups.map((entry) =>
        textIn(entry, 'overview') === group
          ? { ...entry, children: [...textsIn(entry, 'children'), slug] }
          : entry,
      )
    : [...services.groups, { overview: slug, children: [] }]
  return [
    { key, state: 'edited', body },
    { key: 'services', state: 'edited', body: { ...services, groups } },
    ...freeAddress(bodies, body.path),
  ]
}

/** "Bishop’s Frome" → "bishops-frome". */
export function slugFrom(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f'’]/g, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
}

const anyPicture = (bodies: Bodies) =>
  textIn(bodies.get('pages/home'), 'picture') ?? Object.keys(bodies.get('pictures') ?? {})[0] ?? ''

function starterOf(shape: Shape, key: string, path: Path = []): unknown {
  switch (shape.kind) {
    case 'text':
      return starterText(shape.min, shape.max, wordingOf(key, path).label)
    case 'group':
      return Object.fromEntries(
        shape.entries
          .filter(({ isOptional }) => !isOptional)
          .map(({ name, shape: inner }) => [name, starterOf(inner, key, [...path, name])]),
      )
    case 'list':
      return shape.min > 0 ? [starterOf(shape.item, key, path)] : []
    case 'choice':
      return shape.options[0]
    case 'number':
      return Number.isFinite(shape.min) ? shape.min : 0
    case 'tuple':
      return shape.items.map((item) => starterOf(item, key, path))
    case 'map':
      return {}
    default:
      return undefined
  }
}

/** As long as the field demands, and no longer than it allows. */
function starterText(min: number, max: number, label: string): string {
  const text = `${starter}${label.charAt(0).toLowerCase()}${label.slice(1)}`
  const full = text.length < min ? `${text}, in ${min} to ${max} characters`.padEnd(min, '.') : text
  return full.slice(0, max)
}
