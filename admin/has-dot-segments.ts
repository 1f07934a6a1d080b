/**
 * Against path traversal: a name with `..` in it would take the user's token to another address, as
 * clients put names in unescaped.
 */
export function hasDotSegments(address: string): boolean {
  const [path = ''] = address.split(/[?#]/)
  return /[/\\](\.|%2e){1,2}([/\\]|$)/i.test(path)
}
