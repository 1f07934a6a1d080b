// From the margins of a trained model to the logarithms of odds (Platt scaling), and to thresholds.
import type { Thresholds } from '#backend/enquiries/judge/model.ts'

export interface Scored {
  margin: number
  isSpam: boolean
}

/**
 * The shares of genuine messages that may be held and marked. A customer in the spam folder may be lost, and
 * that costs a hundred times a glance at an advertisement; one with a quiet mark is answered all the same.
 */
const mayBeHeld = 0.005
const mayBeMarked = 0.03

export interface Calibration {
  slope: number
  intercept: number
  thresholds: Thresholds
}

export const logOddsOf = ({ slope, intercept }: Calibration, margin: number) =>
  slope * margin + intercept

export function calibrate(scored: Scored[]): Calibration {
  const { slope, intercept } = fitPlatt(scored)
  const genuine = scored
    .filter(({ isSpam }) => !isSpam)
    .map(({ margin }) => slope * margin + intercept)
  const thresholds = {
    doubtful: aboveAllBut(mayBeMarked, genuine),
    spam: aboveAllBut(mayBeHeld, genuine),
  }
  return { slope, intercept, thresholds }
}

/** Half-way from the highest sum that must stay below it to the next higher, since others will differ. */
function aboveAllBut(share: number, sums: number[]): number {
  const falling = sums.toSorted((a, b) => b - a)
  const highest = falling[Math.floor(falling.length * share)] ?? 0
  const next = falling.findLast((sum) => sum > highest) ?? highest + 1
  return (highest + next) / 2
}

/** Logistic regression of one variable, by Newton's method. */
function fitPlatt(scored: Scored[]): { slope: number; intercept: number } {
  let slope = 1
  let intercept = 0
  for (let round = 0; round < 50; round += 1) {
    let [gs, gi, hss, hsi, hii] = [1e-6 * slope, 0, 1e-6, 0, 1e-6]
    for (const { margin, isSpam } of scored) {
      const p = 1 / (1 + Math.exp(-(slope * margin + intercept)))
      const error = p - (isSpam ? 1 : 0)
      const curve = p * (1 - p)
      gs += error * margin
      gi += error
      hss += curve * margin * margin
      hsi += curve * margin
      hii += curve
    }
    const determinant = hss * hii - hsi * hsi
    slope -= (hii * gs - hsi * gi) / determinant
    intercept -= (hss * gi - hsi * gs) / determinant
  }
  return { slope, intercept }
}
