import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import type { StorePlace } from '../connector-kind.ts'
import { problemError } from '../problems.ts'
import { readAnswer } from '../ways/read-answer.ts'
import { type ApiAnswer, openServiceApi, type SignIn } from '../ways/service-api.ts'
import type { StoreHttp } from '../ways/store-http.ts'
import { openSignIn, openTokens } from '../ways/tokens.ts'
import { lowerCased } from './filevine-api.ts'
import type { FilevineHosts } from './hosts.ts'

type Sign = (place: StorePlace, http: StoreHttp, hosts: FilevineHosts) => SignIn

const scope = 'fv.api.gateway.access tenant filevine.v2.api.* email openid fv.auth.tenant.read'
/** A token lasts about 20 minutes. */
const tokenSeconds = 1200

/**
 * Signs in at the gateway, with a personal access token as the API key, and a client's ID and secret, with a colon
 * between them, as the API secret. Each call says for which user and organization.
 */
export const byPersonalToken: Sign = (place, http, hosts) => {
  const { apiKey, apiSecret } = place.settings
  const [clientId = '', clientSecret] = splitOnce(apiSecret ?? '')
  if (!clientSecret) return refusing(noClient)
  const tokens = openTokens(
    { http, place },
    {
      url: `${hosts.identity}/connect/token`,
      clientId,
      clientSecret,
      grant: 'personal_access_token',
      parameters: { scope, token: apiKey ?? '' },
      usualSeconds: tokenSeconds,
      advice: 'In Filevine, check the personal access token and the client secret, which ends after a year.',
    },
  )
  let known: Promise<Readonly<Record<string, string>>> | undefined
  return {
    async headers() {
      const token = await tokens.headers()
      known ??= findUser({ place, http, token, hosts })
      try {
        return { ...token, ...(await known) }
      } catch (error) {
        known = undefined
        throw error
      }
    },
    forget: (rejected) => {
      known = undefined
      tokens.forget(rejected)
    },
  }
}

const noClient =
  'For the gateway, enter the personal access token as the API key, and the client ID and client secret as the API secret, with a colon between them.'

function splitOnce(text: string): string[] {
  const at = text.indexOf(':')
  return at < 0 ? [text] : [text.slice(0, at).trim(), text.slice(at + 1).trim()]
}

const userForm = z.object({
  user: z.object({ userid: z.object({ native: z.number() }) }),
  orgs: z.array(z.object({ orgid: z.number(), name: z.nullish(z.string()) })),
})

interface Finding {
  place: StorePlace
  http: StoreHttp
  token: Readonly<Record<string, string>>
  hosts: FilevineHosts
}

/** Whose token it is, and which organization is meant. */
async function findUser({ place, http, token, hosts }: Finding): Promise<Record<string, string>> {
  const { credentialId, settings } = place
  const signIn: SignIn = { headers: async () => token, forget: () => undefined }
  const what = 'looking at the user of the token'
  const url = `${new URL(hosts.api).origin}/fv-app/v2/utils/GetUserOrgsWithToken`
  const answer = await openServiceApi({ http, credentialId, signIn }).call({ method: 'POST', url, what })
  const { user, orgs } = readAnswer(userForm, { json: lowerCased(answer.json) }, what)
  const wanted = settings.organizationId?.trim()
  const fitting = orgs.filter(({ orgid: id }) => !wanted || String(id) === wanted)
  const [organization] = fitting
  if (!organization || fitting.length > 1) {
    const known = orgs.map(({ orgid: id, name }) => `${id}${name ? ` (${name})` : ''}`).join(', ') || 'none'
    throw problemError('auth', `Enter the organization ID of one that the token is for: ${known}.`)
  }
  return { 'x-fv-userid': String(user.userid.native), 'x-fv-orgid': String(organization.orgid) }
}

const sessionForm = z.object({
  accesstoken: z.string(),
  refreshtoken: z.string(),
  userid: z.union([z.string(), z.number()]),
  orgid: z.union([z.string(), z.number()]),
})
/** Filevine doesn't say how long a session lasts. */
const sessionMs = 600_000

/** In milliseconds: a clock that differs by less isn't why a session is refused. */
const clockDifference = 120_000

/**
 * Signs in with an older API key: a session is given for a hash of the key, the time and the secret. What a wrong clock
 * has made is refused as a wrong key is, so it's made again by Filevine's time.
 */
export const bySession: Sign = (place, http, hosts) => {
  let of: Readonly<Record<string, string>> = {}
  const begin = async () => {
    const refused = await askSession({ place, http, hosts }, Date.now())
    const aheadMs = refused.status >= 400 ? Date.parse(refused.headers.date ?? '') - Date.now() : 0
    const answer =
      Math.abs(aheadMs) > clockDifference ? await askSession({ place, http, hosts }, Date.now() + aheadMs) : refused
    if (answer.status >= 400) throw problemError('auth', keyRefused(answer.status))
    const session = readAnswer(sessionForm, { json: lowerCased(answer.json) }, beginning)
    of = {
      'x-fv-sessionid': session.refreshtoken,
      'x-fv-userid': String(session.userid),
      'x-fv-orgid': place.settings.organizationId?.trim() || String(session.orgid),
    }
    return { accessToken: session.accesstoken, endsAt: Date.now() + sessionMs }
  }
  return openSignIn(begin, (accessToken) => ({ authorization: `Bearer ${accessToken}`, ...of }))
}

const beginning = 'beginning a session'

function askSession({ place, http, hosts }: Omit<Finding, 'token'>, now: number): Promise<ApiAnswer> {
  const { apiKey, apiSecret } = place.settings
  const apiTimestamp = new Date(now).toISOString()
  const apiHash = createHash('md5').update(`${apiKey}/${apiTimestamp}/${apiSecret}`).digest('hex')
  const nothing: SignIn = { headers: async () => ({}), forget: () => undefined }
  return openServiceApi({ http, credentialId: place.credentialId, signIn: nothing }).call({
    method: 'POST',
    url: `${hosts.identity}/session`,
    what: beginning,
    meant: [400, 401, 403],
    body: { json: { mode: 'key', apiKey, apiHash, apiTimestamp } },
  })
}

function keyRefused(status: number): string {
  return `Filevine refused the API key or its secret (${status}). Newer keys are for the gateway: enter its base URL, https://api.filevineapp.com.`
}

function refusing(sentence: string): SignIn {
  return {
    headers: async () => {
      throw problemError('auth', sentence)
    },
    forget: () => undefined,
  }
}
