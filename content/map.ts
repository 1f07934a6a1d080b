// Rivers and hills of the area served, for the maps. The file is GeoJSON, which map editors open.
import * as v from 'valibot'
import { list, name } from './text.ts'

const latitude = v.pipe(v.number(), v.minValue(49), v.maxValue(61))
const longitude = v.pipe(v.number(), v.minValue(-9), v.maxValue(2))

export const placeSchema = v.tuple([latitude, longitude])
export type Place = v.InferOutput<typeof placeSchema>

/** GeoJSON has the longitude first. */
const position = v.tuple([longitude, latitude])

const featureSchema = v.strictObject({
  type: v.literal('Feature'),
  properties: v.strictObject({
    kind: v.picklist(['river', 'hill']),
    name,
    /** Of a river: the position of its name on the map of the whole area. */
    nameAt: v.exactOptional(position),
    /** Of a hill: it is drawn on the map of the whole area too, with its name. */
    isOnAreaMap: v.exactOptional(v.boolean()),
  }),
  geometry: v.strictObject({
    type: v.literal('LineString'),
    coordinates: list(position, 200, 2),
  }),
})

export const mapSchema = v.strictObject({
  type: v.literal('FeatureCollection'),
  /** What the map of the whole area shows: west, south, east, north. Without it, all towns. */
  bbox: v.exactOptional(v.tuple([longitude, latitude, longitude, latitude])),
  features: list(featureSchema, 80),
})

export interface River {
  name: string
  /** Small rivers are on town maps only. */
  nameAt?: Place
  /** Courses begin and end outside the map or in another river. */
  course: Place[]
}

export interface Hill {
  name: string
  /** The line of the crest; hachures run down both sides of it. */
  crest: Place[]
  isOnAreaMap: boolean
}

export interface Bounds {
  north: number
  south: number
  west: number
  east: number
}

export interface Geography {
  bounds?: Bounds
  rivers: River[]
  hills: Hill[]
}

export function readGeography({ bbox, features }: v.InferOutput<typeof mapSchema>): Geography {
  const ofKind = (kind: 'river' | 'hill') =>
    features
      .filter(({ properties }) => properties.kind === kind)
      .map(({ properties, geometry }) => ({
        properties,
        places: geometry.coordinates.map(turned),
      }))
  const [west, south, east, north] = bbox ?? [0, 0, 0, 0]
  return {
    ...(bbox && { bounds: { north, south, west, east } }),
    rivers: ofKind('river').map(({ properties: { name, nameAt }, places }) => ({
      name,
      ...(nameAt && { nameAt: turned(nameAt) }),
      course: places,
    })),
    hills: ofKind('hill').map(({ properties: { name, isOnAreaMap = false }, places }) => ({
      name,
      crest: places,
      isOnAreaMap,
    })),
  }
}

function turned([longitude, latitude]: [number, number]): Place {
  return [latitude, longitude]
}
