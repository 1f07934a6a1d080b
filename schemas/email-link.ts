/** What is typed as an address may hold `?bcc=…` and more: nothing in it may become part of the link. */
export function emailLink(email: string, subject?: string): string {
  const [domain = '', ...local] = email.split('@').reverse()
  const to = [local.reverse().join('@'), domain].map(encodeURIComponent).join('@')
  return `mailto:${to}${subject ? `?subject=${encodeURIComponent(subject)}` : ''}`
}
