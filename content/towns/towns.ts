import { droitwich } from './droitwich.ts'
import { evesham } from './evesham.ts'
import { hereford } from './hereford.ts'
import { ledbury } from './ledbury.ts'
import { malvern } from './malvern.ts'
import { pershore } from './pershore.ts'
import type { Town } from './town.ts'
import { worcester } from './worcester.ts'

/** Every town we serve, in the order of menus, map and sitemap. */
export const towns: readonly Town[] = [
  worcester,
  malvern,
  hereford,
  droitwich,
  pershore,
  evesham,
  ledbury,
]
