// Parses SAML documents, which come from outside: one that declares entities or exceeds a limit is
// refused before the parser runs.
import { DOMParser } from '@xmldom/xmldom'

interface Limits {
  bytes: number
  /** Opening tags, and sections such as comments. */
  nodes: number
  /** The parser compares each attribute of a tag with the others. */
  attributes: number
  /** The parser copies all namespaces for a new one. */
  namespaces: number
}

/** Comes from administrators, or from an address that they named. Real metadata has up to 60 KB. */
export const metadataLimits: Limits = {
  bytes: 262_144,
  nodes: 4_000,
  attributes: 40_000,
  namespaces: 1_000,
}
/**
 * Anyone may send a response, and XPath compares each node with its siblings before the signature is
 * checked. Real responses have 4 to 20 KB, and with hundreds of groups some hundred nodes.
 */
export const responseLimits: Limits = {
  bytes: 65_536,
  nodes: 500,
  attributes: 2_000,
  namespaces: 200,
}
/** Deeper nesting exhausts the stack of recursive readers. Real documents stay below 20. */
const maxDepth = 100
const maxTagLength = 4_096

export const namespaces = {
  assertion: 'urn:oasis:names:tc:SAML:2.0:assertion',
  metadata: 'urn:oasis:names:tc:SAML:2.0:metadata',
  protocol: 'urn:oasis:names:tc:SAML:2.0:protocol',
  signature: 'http://www.w3.org/2000/09/xmldsig#',
}
type Namespace = keyof typeof namespaces

/** Throws an error whose message is for the log. */
export function parseXml(text: string, limits: Limits): Element {
  if (Buffer.byteLength(text) > limits.bytes) throw new Error('The document is too large')
  // External or exponential entities need a DOCTYPE; SAML uses none.
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) throw new Error('The document has a DOCTYPE')
  requireWithinLimits(text, limits)
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

/** Direct children only. */
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

/** One pass before parsing: a slow parse would block all other requests. */
function requireWithinLimits(text: string, limits: Limits): void {
  if (text.split('xmlns').length > limits.namespaces) throw new Error('Too many namespaces')
  let depth = 0
  let nodes = 0
  let attributes = 0
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at)) {
    if (!text.startsWith('</', at)) nodes += 1
    if (nodes > limits.nodes) throw new Error('Too many tags')
    const [, end] = skipped.find(([start]) => text.startsWith(start, at)) ?? []
    if (end !== undefined) {
      at = endOf(text, at, end)
      continue
    }
    tag.lastIndex = at
    const [found] = tag.exec(text) ?? unreadable()
    at = tag.lastIndex
    if (found.length > maxTagLength) throw new Error('A tag is too long')
    attributes += found.match(/"[^"]*"|'[^']*'/g)?.length ?? 0
    if (attributes > limits.attributes) throw new Error('Too many attributes')
    if (found.startsWith('</')) depth -= 1
    else if (!found.endsWith('/>')) depth += 1
    if (depth < 0) unreadable()
    if (depth > maxDepth) throw new Error('The document is nested too deeply')
  }
}

/** Sections that may contain text like a tag, with their ends. */
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
