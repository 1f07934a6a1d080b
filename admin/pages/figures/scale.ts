// Ticks and labels of the chart's axes.
/** From 0 in round steps to the first tick at or above `max`: 13 gives 0, 5, 10, 15. */
export function ticksUpTo(max: number): number[] {
  const step = roundStep(Math.max(max, 1) / 4)
  const count = Math.ceil(Math.max(max, 1) / step)
  return Array.from({ length: count + 1 }, (_, at) => at * step)
}

/** 1, 2, 5, 10, 20, 50 …: never a fraction, because it counts enquiries. */
function roundStep(min: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(min, 1)))
  const factor = [1, 2, 5, 10].find((each) => each * power >= min) ?? 10
  return Math.max(1, factor * power)
}

/** Whether the column gets a label: about `labels` of them, evenly spaced, the first included. */
export function isLabelled(at: number, columns: number, labels = 6): boolean {
  return at % Math.ceil(columns / labels) === 0
}
