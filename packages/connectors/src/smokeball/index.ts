import { connectByRepeatingName } from '../connector-by-id.ts'
import type { ConnectorKind, PlaceSettings, StorePlace, Ways } from '../connector-kind.ts'
import { openServiceApi, type SignIn } from '../ways/service-api.ts'
import type { StoreHttp } from '../ways/store-http.ts'
import { openTokens } from '../ways/tokens.ts'
import { openSmokeballApi, smokeballProblem, usualRate } from './smokeball-api.ts'
import { openSmokeballMatters } from './smokeball-matters.ts'
import { openWaiting, usualPausesMs } from './wait-until.ts'

/** Smokeball: a path begins with a matter's number, and folders are below the matter. */
export const smokeball: ConnectorKind = {
  name: 'smokeball',
  credential: 'smokeball_credential',
  // An application signs in to one account.
  rootOf: ({ region, clientId }) => `smokeball/${region}/${clientId}`,
  open: (place, ways) => openSmokeball(place, ways),
}

export interface SmokeballHosts {
  api: string
  auth: string
}

/** Smokeball's servers, by the region of an account. */
const regionHosts: Readonly<Record<string, SmokeballHosts>> = {
  US: { api: 'https://api.smokeball.com', auth: 'https://auth.smokeball.com' },
  UK: { api: 'https://api.smokeball.co.uk', auth: 'https://auth.smokeball.co.uk' },
  AU: { api: 'https://api.smokeball.com.au', auth: 'https://auth.smokeball.com.au' },
}
const usHosts: SmokeballHosts = { api: 'https://api.smokeball.com', auth: 'https://auth.smokeball.com' }

export function smokeballHosts({ region }: Pick<PlaceSettings, 'region'>): SmokeballHosts {
  return regionHosts[region ?? ''] ?? usHosts
}

/** How many requests Smokeball takes, and how long it is waited for. */
const usualPace = { rate: usualRate, pausesMs: usualPausesMs }

interface SmokeballOptions {
  hosts?: SmokeballHosts
  pace?: typeof usualPace
}

export function openSmokeball(
  place: StorePlace,
  { http, uploads, folderTurns }: Ways,
  { hosts = smokeballHosts(place.settings), pace: { rate, pausesMs } = usualPace }: SmokeballOptions = {},
) {
  const signIn = byApplication(place, http, hosts)
  const api = openServiceApi({
    http,
    credentialId: place.credentialId,
    signIn,
    problemOf: smokeballProblem,
    limitsOf: () => [{ key: `smokeball ${hosts.api} ${place.settings.clientId}`, ...rate }],
  })
  const paced = openSmokeballApi(api, hosts.api)
  const matters = openSmokeballMatters({ api: paced, place, uploads, folderTurns, waitUntil: openWaiting(pausesMs) })
  return connectByRepeatingName(matters, { place, folderTurns })
}

/** A token for the application, and its key with every request. */
function byApplication(place: StorePlace, http: StoreHttp, { auth }: SmokeballHosts): SignIn {
  const { clientId, clientSecret, apiKey } = place.settings
  const tokens = openTokens(
    { http, place },
    {
      url: `${auth}/oauth2/token`,
      clientId: clientId ?? '',
      clientSecret,
      proof: 'basic',
      grant: 'client_credentials',
      parameters: { client_id: clientId ?? '' },
      advice: 'Check the region, and the client ID and secret that Smokeball gave for it.',
    },
  )
  return {
    headers: async () => ({ ...(await tokens.headers()), 'x-api-key': apiKey ?? '' }),
    forget: tokens.forget,
  }
}
