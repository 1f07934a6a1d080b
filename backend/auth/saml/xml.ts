// Reads the XML of SAML. Every document comes from outside: one that declares entities, or is larger
// than any real one, is refused before a parser sees it.
import { DOMParser } from '@xmldom/xmldom'

/** Real metadata and responses have 2 to 60 KB. */
const maxDocumentBytes = 262_144
/** Deeper ones exhaust the stack of whoever walks through them. Real ones stay below 20. */
const maxDepth = 100
/** Parsers compare each attribute with the others, and copy all namespaces for a new one. */
const most = { tags: 4_000, tagLength: 4_096, namespaces: 1_000 }

export const namespaces = {
  assertion: 'urn:oasis:names:tc:SAML:2.0:assertion',
  metadata: 'urn:oasis:names:tc:SAML:2.0:metadata',
  protocol: 'urn:oasis:names:tc:SAML:2.0:protocol',
  signature: 'http://www.w3.org/2000/09/xmldsig#',
}
type Namespace = keyof typeof namespaces

/** Throws what is wrong with the document, in words for the log. */
export function parseXml(text: string): Element {
  if (Buffer.byteLength(text) > maxDocumentBytes) throw new Error('The document is too large')
  // Entities, external or explosive, need a DOCTYPE; SAML has no use for one.
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) throw new Error('The document has a DOCTYPE')
  requireModest(text)
  const refuse = (message: unknown) => {
    throw new Error(`The document is not well-formed XML: ${message}`)
  }
  const parser = new DOMParser({
    errorHandler: { warning: refuse, error: refuse, fatalError: refuse },
  })
  const { documentElement } = parser.parseFromString(text, 'text/xml')
  if (!documentElement) throw new Error('The document is empty')
  return documentElement
}

export function isNamed(element: Element, namespace: Namespace, name: string): boolean {
  return element.localName === name && element.namespaceURI === namespaces[namespace]
}

/** The element's own children of that name, not those further down. */
export function childrenOf(parent: Element, namespace: Namespace, name: string): Element[] {
  return Array.from(parent.childNodes).filter(
    (node): node is Element => node.nodeType === 1 && isNamed(node as Element, namespace, name),
  )
}

export function childOf(parent: Element | undefined, namespace: Namespace, name: string) {
  return parent ? childrenOf(parent, namespace, name)[0] : undefined
}

export function textOf(element: Element | undefined): string {
  return element?.textContent?.trim() ?? ''
}

/** In one pass and before anything is built: a second of parsing is a second for everybody. */
function requireModest(text: string): void {
  if (text.split('xmlns').length > most.namespaces) throw new Error('Too many namespaces')
  let depth = 0
  let tags = 0
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at)) {
    tags += 1
    if (tags > most.tags) throw new Error('Too many tags')
    const [, end] = skipped.find(([start]) => text.startsWith(start, at)) ?? []
    if (end !== undefined) {
      at = endOf(text, at, end)
      continue
    }
    tag.lastIndex = at
    const [found] = tag.exec(text) ?? unreadable()
    at = tag.lastIndex
    if (found.length > most.tagLength) throw new Error('A tag is too long')
    if (found.startsWith('</')) depth -= 1
    else if (!found.endsWith('/>')) depth += 1
    if (depth > maxDepth) throw new Error('The document is nested too deeply')
  }
}

/** What may hold anything that looks like a tag, and where it ends. */
const skipped = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const
const tag = /<(?:[^<>"']|"[^"]*"|'[^']*')*>/y

function endOf(text: string, from: number, end: string): number {
  const at = text.indexOf(end, from)
  return at < 0 ? unreadable() : at + end.length
}

function unreadable(): never {
  throw new Error('The document is not well-formed XML')
}
