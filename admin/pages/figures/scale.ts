// The marks beside and beneath a chart.

/** From 0 in round steps to the first at or above the most: 13 gives 0, 5, 10, 15. */
export function ticksUpTo(most: number): number[] {
  const step = roundStep(Math.max(most, 1) / 4)
  const count = Math.ceil(Math.max(most, 1) / step)
  return Array.from({ length: count + 1 }, (_, at) => at * step)
}

/** 1, 2, 5, 10, 20, 50 …: there are no parts of an enquiry. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(least, 1)))
  const factor = [1, 2, 5, 10].find((each) => each * power >= least) ?? 10
  return Math.max(1, factor * power)
}

/** Which of so many columns have a label: the first, and every so many after it. */
export function isLabelled(at: number, columns: number, labels = 6): boolean {
  return at % Math.ceil(columns / labels) === 0
}
