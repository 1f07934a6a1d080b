// Suggests the closest existing name for the hint of an error.

export function closestName(name: string, candidates: Iterable<string>): string | undefined {
  let closest: { name: string; distance: number } | undefined
  // Longer than any identifier.
  if (name.length > 64) return undefined
  for (const candidate of candidates) {
    const distance = editDistance(name, candidate)
    const isClose = distance <= Math.max(name.length, candidate.length) / 3
    if (isClose && distance < (closest?.distance ?? Infinity))
      closest = { name: candidate, distance }
  }
  return closest?.name
}

/** Levenshtein distance. */
function editDistance(one: string, other: string): number {
  let previous = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (const [row, letter] of [...one].entries()) {
    const current = [row + 1]
    for (let column = 0; column < other.length; column += 1) {
      const change = (previous[column] ?? 0) + (letter === other[column] ? 0 : 1)
      const drop = (previous[column + 1] ?? 0) + 1
      const add = (current[column] ?? 0) + 1
      current.push(Math.min(change, drop, add))
    }
    previous = current
  }
  return previous.at(-1) ?? 0
}
