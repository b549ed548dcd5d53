import { connectById } from '../connector-by-id.ts'
import type { ConnectorKind, StorePlace, Ways } from '../connector-kind.ts'
import { rootOf } from '../sharepoint/root.ts'
import { openServiceApi, type SignIn } from '../ways/service-api.ts'
import { openServerLibrary } from './library.ts'
import { openWeb } from './web.ts'
import { webProblem } from './web-problem.ts'

/** A document library of a SharePoint server of the firm's own, signed in to by user name and password. */
export const sharepointServer: ConnectorKind = {
  name: 'sharepoint-server',
  credential: 'sharepoint_server_credential',
  rootOf,
  open: (place, ways) => openSharePointServer(place, ways),
}

export function openSharePointServer(place: StorePlace, ways: Ways) {
  const { credentialId, settings } = place
  const secret = Buffer.from(`${settings.username ?? ''}:${settings.password ?? ''}`).toString('base64')
  // The password shows in this header, so it is sent over https, or to networks that the operator named.
  const signIn: SignIn = { headers: async () => ({ authorization: `Basic ${secret}` }), forget: () => undefined }
  const api = openServiceApi({ http: ways.http, credentialId, signIn, problemOf: webProblem })
  return connectById(openServerLibrary({ web: openWeb(api, settings.baseUrl ?? ''), place, uploads: ways.uploads }))
}
