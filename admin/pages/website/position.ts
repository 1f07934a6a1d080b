// A place in Britain, as maps give it: "52.19, -2.51".
export interface Position {
  latitude: number
  longitude: number
}

export function readPosition(text: string): Position | undefined {
  const [latitude, longitude, ...rest] = text
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map(Number)
  if (latitude === undefined || longitude === undefined || rest.length > 0) return undefined
  const isInBritain = latitude >= 49 && latitude <= 61 && longitude >= -9 && longitude <= 2
  return isInBritain ? { latitude, longitude } : undefined
}
