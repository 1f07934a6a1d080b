// From sums to decisions: probabilities, and the thresholds that cost least.
import type { Calibration } from '#backend/enquiries/judge/model.ts'

export interface Scored {
  sum: number
  isSpam: boolean
}

/** A customer in the spam folder may be lost; an advertisement among the enquiries is a glance. */
const lostCustomer = 100
/** A customer with a quiet mark is answered all the same. */
const markedCustomer = 4

export function calibrate(scored: Scored[]): Calibration {
  const { slope, intercept } = fitPlatt(scored)
  const probability = (sum: number) => 1 / (1 + Math.exp(-(slope * sum + intercept)))
  return {
    slope,
    intercept,
    doubtful: probability(cheapest(scored, markedCustomer)),
    spam: probability(cheapest(scored, lostCustomer)),
  }
}

/** The sum from which holding costs least, in missed advertisements. */
function cheapest(scored: Scored[], falseAlarm: number): number {
  const falling = [...scored].sort((a, b) => b.sum - a.sum)
  let cost = 0
  let least = 0
  let best = Number.POSITIVE_INFINITY
  falling.forEach(({ sum, isSpam }, at) => {
    cost += isSpam ? -1 : falseAlarm
    const next = falling[at + 1]?.sum ?? sum
    if (cost < least) {
      least = cost
      best = (sum + next) / 2
    }
  })
  return best
}

/** Logistic regression of one variable, by Newton's method. */
function fitPlatt(scored: Scored[]): { slope: number; intercept: number } {
  let slope = 1
  let intercept = 0
  for (let round = 0; round < 50; round += 1) {
    let [gs, gi, hss, hsi, hii] = [1e-6 * slope, 0, 1e-6, 0, 1e-6]
    for (const { sum, isSpam } of scored) {
      const p = 1 / (1 + Math.exp(-(slope * sum + intercept)))
      const error = p - (isSpam ? 1 : 0)
      const curve = p * (1 - p)
      gs += error * sum
      gi += error
      hss += curve * sum * sum
      hsi += curve * sum
      hii += curve
    }
    const determinant = hss * hii - hsi * hsi
    slope -= (hii * gs - hsi * gi) / determinant
    intercept -= (hss * gi - hsi * gs) / determinant
  }
  return { slope, intercept }
}
