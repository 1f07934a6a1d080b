// The thank-you page is one page for everybody. Its address may carry the enquiry's reference, and
// then the same bytes go out with it put in: that works without script, and nothing is kept.

const place = '<p id="reference" hidden=""></p>'

export const referenceId = 'reference'

export function readReference(query: string): string | undefined {
  const reference = new URLSearchParams(query).get('ref') ?? ''
  return /^[0-9B-Y]{3}-[0-9B-Y]{3}$/.test(reference) ? reference : undefined
}

export function showReference(html: string, reference: string): string {
  return html.replace(place, `<p class="mt-5">Your reference is <strong>${reference}</strong>.</p>`)
}
