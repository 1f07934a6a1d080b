import type { Town } from './town.ts'
import { worcester } from './worcester.ts'

/** Every town we serve, in the order of menus, map and sitemap. */
export const towns: readonly Town[] = [worcester]
