// Forgeries of a genuine signed response: signature wrapping and other changes that keep the
// signature in the document. `evil` is the address that the attacker wants to have.
export type Forgery = (xml: string, evil: string) => string

const assertionOf = (xml: string) => /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(xml)?.[0] ?? ''
const signatureOf = (xml: string) => /<ds:Signature[\s\S]*?<\/ds:Signature>/.exec(xml)?.[0] ?? ''
const idOf = (xml: string) => /<saml:Assertion[^>]* ID="([^"]+)"/.exec(xml)?.[1] ?? ''

const rewrite = (xml: string, evil: string) =>
  xml
    .replace(/(<saml:NameID[^>]*>)[^<]*/, `$1${evil}`)
    .replace(/(Name="mail"><saml:AttributeValue>)[^<]*/, `$1${evil}`)
const unsigned = (xml: string) => xml.replace(signatureOf(xml), '')
const renamed = (xml: string) => xml.replaceAll(idOf(xml), '_another')

/** The genuine assertion without its signature, for another subject, under another ID. */
const evilTwin = (xml: string, evil: string) => renamed(rewrite(unsigned(assertionOf(xml)), evil))

export const forgeries: Record<string, Forgery> = {
  'the signature is left out': (xml) => unsigned(xml),
  'the words are changed under the signature': rewrite,
  'an evil assertion stands before the signed one': (xml, evil) =>
    xml.replace('<saml:Assertion', () => `${evilTwin(xml, evil)}<saml:Assertion`),
  'an evil assertion stands behind the signed one': (xml, evil) =>
    xml.replace('</samlp:Response>', () => `${evilTwin(xml, evil)}</samlp:Response>`),
  'an evil assertion holds the signed one': (xml, evil) =>
    xml.replace(assertionOf(xml), () =>
      evilTwin(xml, evil).replace(
        '</saml:Assertion>',
        () => `${assertionOf(xml)}</saml:Assertion>`,
      ),
    ),
  'an evil assertion takes the signature, which holds the signed one': (xml, evil) =>
    xml.replace(assertionOf(xml), () => {
      const signature = signatureOf(xml).replace(
        '</ds:Signature>',
        () => `<ds:Object>${unsigned(assertionOf(xml))}</ds:Object></ds:Signature>`,
      )
      return evilTwin(xml, evil).replace('</saml:Issuer>', () => `</saml:Issuer>${signature}`)
    }),
  'an evil assertion takes signature and ID': (xml, evil) =>
    xml.replace(assertionOf(xml), () => {
      const signature = signatureOf(xml).replace(
        '</ds:Signature>',
        () => `<ds:Object>${unsigned(assertionOf(xml))}</ds:Object></ds:Signature>`,
      )
      return rewrite(unsigned(assertionOf(xml)), evil).replace(
        '</saml:Issuer>',
        () => `</saml:Issuer>${signature}`,
      )
    }),
  'the signed assertion hides in an extension beside the evil one': (xml, evil) =>
    xml
      .replace(assertionOf(xml), '')
      .replace(
        '<samlp:Status>',
        () =>
          `<samlp:Extensions>${assertionOf(xml)}</samlp:Extensions>${evilTwin(xml, evil)}<samlp:Status>`,
      ),
  'a second answer holds the genuine one': (xml, evil) =>
    xml
      .replace(assertionOf(xml), () => evilTwin(xml, evil))
      .replace('</samlp:Response>', () => `${xml}</samlp:Response>`),
  'an entity stands for the name': (xml) =>
    xml
      .replace(/^/, '<!DOCTYPE r [<!ENTITY who "boss@hopyard.example">]>')
      .replace(/(<saml:NameID[^>]*>)[^<]*/, '$1&who;'),
  'an entity reads a file': (xml) =>
    xml.replace(/^/, '<!DOCTYPE r [<!ENTITY file SYSTEM "file:///etc/passwd">]>'),
  'entities multiply': (xml) =>
    xml.replace(
      /^/,
      `<!DOCTYPE r [<!ENTITY a0 "ha">${Array.from({ length: 30 }, (_, i) => `<!ENTITY a${i + 1} "&a${i};&a${i};">`).join('')}]>`,
    ),
  'the document is half a megabyte': (xml) => xml.replace('>', () => `>${' '.repeat(500_000)}`),
  'the document is ten thousand levels deep': (xml) =>
    xml.replace(
      '<samlp:Status>',
      () => `${'<x>'.repeat(10_000)}${'</x>'.repeat(10_000)}<samlp:Status>`,
    ),
  'depth hides behind what looks like an end': (xml) =>
    xml.replace(
      '<samlp:Status>',
      () => `${'<x y="/>"><!--</x>-->'.repeat(3_000)}${'</x>'.repeat(3_000)}<samlp:Status>`,
    ),
  'a tag has ten thousand attributes': (xml) =>
    xml.replace(
      '<samlp:Status>',
      `<samlp:Status ${Array.from({ length: 10_000 }, (_, i) => `a${i}=""`).join(' ')}>`,
    ),
  'there are a thousand namespaces': (xml) =>
    xml.replace('<samlp:Status>', () => `${'<x xmlns:y="z"/>'.repeat(1_000)}<samlp:Status>`),
  'there are ten thousand elements': (xml) =>
    xml.replace('<samlp:Status>', () => `${'<x/>'.repeat(10_000)}<samlp:Status>`),
  'the document ends in the middle': (xml) => xml.slice(0, xml.length / 2),
  'it is not XML': () => 'let me in',
}
