// A firm of another trade: what holds for any firm holds for it.
import { fileURLToPath } from 'node:url'
import { createContent } from '#content/content.ts'
import { readFirm } from '#content/files/read-firm.ts'

export const secondFirmFolder = fileURLToPath(new URL('../firms/window-cleaner', import.meta.url))
export const secondFirm = createContent(readFirm(secondFirmFolder))

/** What only the demo firm would say. */
export const wordsOfTheDemoFirm =
  /gardens?\b|gardening|gardener|lawn|hedge|landscap(?!e\))|patio|turf|mowing|shrub|fencing|grounds maintenance|sleeper|fixed price|come and look|tried before|worcester|hereford|malvern|hopyard|evesham|pershore|ledbury|droitwich|\bWR\d/i
