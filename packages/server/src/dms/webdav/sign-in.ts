import type { StoreHttp } from '../../stores/store-http.ts'
import type { Place } from '../connector-kind.ts'
import { openDigest } from './digest.ts'
import type { AskSigned, Unsigned } from './signed-request.ts'

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
