import { createHash, randomUUID } from 'node:crypto'
import { type FakeAnswer, type FakeRequest, formOf } from './fake-service.ts'

interface FakeAuthorizeOptions {
  clientId: string
  /** Those that are registered at the service; any if absent. */
  redirectUris?: readonly string[]
}

interface Given {
  redirectUri: string
  challenge: string | null
}

/** A service's page at which a person signs in at once, and what it does with codes: each works once. */
export function openFakeAuthorize({ clientId, redirectUris }: FakeAuthorizeOptions) {
  const given = new Map<string, Given>()
  const state = { isDeclined: false, error: 'access_denied', said: 'The user denied access' }
  const page = ({ query }: FakeRequest): FakeAnswer => {
    const redirectUri = query.get('redirect_uri') ?? ''
    const isKnown = query.get('client_id') === clientId && (redirectUris?.includes(redirectUri) ?? true)
    // No one is sent to an address that isn't registered.
    if (!isKnown || query.get('response_type') !== 'code')
      return { status: 400, json: { error: 'redirect_uri_mismatch' } }
    const back = new URL(redirectUri)
    back.searchParams.set('state', query.get('state') ?? '')
    if (state.isDeclined) {
      back.searchParams.set('error', state.error)
      back.searchParams.set('error_description', state.said)
    } else {
      const code = randomUUID()
      given.set(code, { redirectUri, challenge: query.get('code_challenge') })
      back.searchParams.set('code', code)
    }
    return { status: 302, headers: { location: back.href } }
  }
  /** Whether a request for tokens has a code that counts. */
  const takesCode = (request: FakeRequest): boolean => {
    const form = formOf(request)
    const known = given.get(form.get('code') ?? '')
    given.delete(form.get('code') ?? '')
    return known !== undefined && known.redirectUri === form.get('redirect_uri') && isVerified(known, form)
  }
  return { state, page, takesCode }
}

function isVerified({ challenge }: Given, form: URLSearchParams): boolean {
  const verifier = form.get('code_verifier')
  if (challenge === null) return verifier === null
  return verifier !== null && createHash('sha256').update(verifier).digest('base64url') === challenge
}
