import * as z from 'zod/mini'
import type { StorePlace } from '../connector-kind.ts'
import type { Renewed } from '../ways/grants.ts'
import { readAnswer } from '../ways/read-answer.ts'
import { openServiceApi, type SignIn } from '../ways/service-api.ts'
import type { StoreHttp } from '../ways/store-http.ts'
import { askToken, openSignIn } from '../ways/tokens.ts'
import { imanageProblem } from './imanage-problem.ts'

interface SigningIn {
  http: StoreHttp
  place: StorePlace
  origin: string
  /** Whether the server may know no tokens, only sessions, as those before 10.3 do. */
  hasSessions: boolean
}

const sessionForm = z.object({ 'X-Auth-Token': z.string().check(z.minLength(1)) })

/** The answer doesn't say how long a session lasts: it ends after half an hour without a call. */
const sessionMs = 20 * 60_000

/** Signs in with a user's password, which iManage exchanges for a token or, on older servers, for a session. */
export function signInToImanage(options: SigningIn): SignIn {
  return openSignIn(
    async () => (await askForToken(options)) ?? askForSession(options),
    (token) => ({ 'x-auth-token': token }),
  )
}

/** Undefined if the server has no tokens. */
async function askForToken({ http, place, origin, hasSessions }: SigningIn): Promise<Renewed | undefined> {
  const { clientId, clientSecret, username, password } = place.settings
  let isMissing = false
  const noting: StoreHttp = {
    async send(request) {
      const answer = await http.send(request)
      isMissing = answer.status === 404
      return answer
    },
  }
  const request = {
    url: `${origin}/auth/oauth2/token`,
    clientId: clientId ?? '',
    clientSecret,
    grant: 'password',
    parameters: { username: username ?? '', password: password ?? '' },
    advice:
      'In the iManage Control Center, the application has to be enabled for this account, and the account needs a password of its own, without single sign-on.',
  }
  try {
    return await askToken({ http: noting, place }, request)
  } catch (error) {
    if (isMissing && hasSessions) return undefined
    throw error
  }
}

async function askForSession({ http, place, origin }: SigningIn): Promise<Renewed> {
  const { username, password } = place.settings
  const api = openServiceApi({
    http,
    credentialId: place.credentialId,
    signIn: { headers: async () => ({}), forget: () => undefined },
    problemOf: imanageProblem,
  })
  const what = 'signing in'
  const answer = await api.call({
    method: 'PUT',
    url: `${origin}/api/v1/session/login`,
    what,
    body: { json: { user_id: username, password } },
    // There is nothing to sign the request with, so a refusal is final.
    isPresigned: true,
  })
  return { accessToken: readAnswer(sessionForm, answer, what)['X-Auth-Token'], endsAt: Date.now() + sessionMs }
}
