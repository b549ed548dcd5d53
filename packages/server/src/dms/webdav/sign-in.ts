import type { StoreAnswer, StoreHttp, StoreRequest } from '../../stores/store-http.ts'
import type { Place } from '../registry.ts'
import { openDigest } from './digest.ts'

/** A request that is not signed yet; its bytes may be asked for more than once. */
export interface Unsigned extends Pick<StoreRequest, 'method' | 'url'> {
  headers: Readonly<Record<string, string>>
  body?: (() => AsyncIterable<Uint8Array>) | undefined
}

/** Asks with what the credential says of signing in. */
export type AskSigned = (request: Unsigned) => Promise<StoreAnswer>

export function openSignIn(http: StoreHttp, { credentialId, settings }: Omit<Place, 'firmId'>): AskSigned {
  const { signIn, token } = settings
  const [username, password] = [settings.username ?? '', settings.password ?? '']
  const send = ({ body, headers, ...request }: Unsigned, authorization?: string, tellsSecret = false) =>
    http.send({
      ...request,
      credentialId,
      headers: authorization === undefined ? headers : { authorization, ...headers },
      body: body?.(),
      tellsSecret,
    })
  if (signIn === 'DIGEST') return openDigest({ username, password, send })
  const basic = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
  const authorization = signIn === 'BEARER' ? `Bearer ${token ?? ''}` : basic
  return (request) => send(request, authorization, true)
}
