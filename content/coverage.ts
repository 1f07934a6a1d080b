// Where the company works, by outward code (the first half of a postcode).

export const coverage = {
  WR1: 'Worcester',
  WR2: 'Worcester',
  WR3: 'Worcester',
  WR4: 'Worcester',
  WR5: 'Worcester',
  WR9: 'Droitwich',
  WR10: 'Pershore',
  WR11: 'Evesham',
  WR14: 'Malvern',
  HR1: 'Hereford',
  HR2: 'Hereford',
  HR4: 'Hereford',
  HR8: 'Ledbury',
} as const

export type CoveredTown = (typeof coverage)[keyof typeof coverage]

export function townOf(outwardCode: string): CoveredTown | undefined {
  return Object.hasOwn(coverage, outwardCode)
    ? coverage[outwardCode as keyof typeof coverage]
    : undefined
}
