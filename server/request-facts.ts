// What the HTTP server knows of a request that its headers do not say, or could say wrongly.

export interface RequestFacts {
  /** The client's address by the rule of TRUST_PROXY. */
  address: string
}

const facts = new WeakMap<Request, RequestFacts>()

export function rememberFacts(request: Request, known: RequestFacts): void {
  facts.set(request, known)
}

export function factsOf(request: Request): RequestFacts {
  return facts.get(request) ?? { address: 'unknown' }
}
