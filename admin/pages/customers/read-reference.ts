/** "32D-GP2" of "32d gp2" or " 32dgp2": as it is heard on the telephone, or copied with a space. */
export function readReference(typed: string): string {
  const letters = typed.toUpperCase().replaceAll(/[^0-9A-Z]/g, '')
  return `${letters.slice(0, 3)}-${letters.slice(3)}`
}
