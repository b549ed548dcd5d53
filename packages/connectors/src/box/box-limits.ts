import type { PlaceSettings, StorePlace } from '../connector-kind.ts'
import type { RequestLimit } from '../ways/request-limits.ts'

/** What Box takes of one user in a minute (Box developer guide, "Rate limits"). A part of a large file counts here, too. */
export function boxLimits({ credentialId, settings }: StorePlace) {
  const key = `box/${userOf(settings) ?? credentialId}`
  const all: RequestLimit = { key, most: 1000, seconds: 60 }
  const uploads: RequestLimit = { key: `${key}/uploads`, most: 240, seconds: 60 }
  return ({ method, url }: { method: string; url: URL }): readonly RequestLimit[] =>
    method !== 'GET' && url.pathname.startsWith('/api/2.0/files/') ? [all, uploads] : [all]
}

/** An application is one user, whichever of its folders a credential is for. Who a person is, only Box knows. */
function userOf({ enterpriseId, clientId }: PlaceSettings): string | undefined {
  return enterpriseId ? `${enterpriseId}/${clientId}` : undefined
}
