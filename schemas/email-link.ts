/** Escapes the address: a visitor may have typed `?bcc=…`, which must not become part of the link. */
export function emailLink(email: string, subject?: string): string {
  const [domain = '', ...local] = email.split('@').reverse()
  const to = [local.reverse().join('@'), domain].map(encodeURIComponent).join('@')
  return `mailto:${to}${subject ? `?subject=${encodeURIComponent(subject)}` : ''}`
}
