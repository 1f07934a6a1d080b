// What this product does not offer, answered as the official service answers when a feature is off:
// before anything of the request's body is read.
import type { Problem } from '../../problem.ts'
import type { Endpoint } from '../deps.ts'
import { notFound, unprocessable } from '../problems.ts'

const switchedOff = (problem: () => Problem): Endpoint =>
  function refuse() {
    throw problem()
  }

export const sso = switchedOff(() => notFound('saml_provider_disabled', 'SAML 2.0 is disabled'))

export async function web3Grant(): Promise<Response> {
  throw unprocessable('web3_provider_disabled', 'Web3 provider is disabled')
}
