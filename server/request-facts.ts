// Facts about a request that its headers do not contain, or could forge.

export interface RequestFacts {
  /** The client's address, determined by TRUST_PROXY. */
  address: string
}

const facts = new WeakMap<Request, RequestFacts>()

export function rememberFacts(request: Request, known: RequestFacts): void {
  facts.set(request, known)
}

export function factsOf(request: Request): RequestFacts {
  return facts.get(request) ?? { address: 'unknown' }
}
