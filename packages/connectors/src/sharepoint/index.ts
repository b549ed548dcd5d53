import { connectById } from '../connector-by-id.ts'
import type { ConnectorKind, PlaceSettings, StorePlace, Ways } from '../connector-kind.ts'
import { openServiceApi } from '../ways/service-api.ts'
import { openTokens } from '../ways/tokens.ts'
import { graphLimits } from './graph-limits.ts'
import { graphProblem } from './graph-problem.ts'
import { openLibrary } from './library.ts'
import { rootOf } from './root.ts'

/** A document library of SharePoint Online, by Microsoft Graph, signed in to by an application of the firm's tenant. */
export const sharepoint: ConnectorKind = {
  name: 'sharepoint',
  credential: 'sharepoint_online_credential',
  rootOf,
  open: (place, ways) => openSharePoint(place, ways),
}

/** Where the parts of the service are. */
export interface SharePointHosts {
  login: string
  graph: string
}

export function openSharePoint(place: StorePlace, ways: Ways, hosts = sharePointHosts(place.settings)) {
  const { credentialId, settings } = place
  const signIn = openTokens(
    { http: ways.http, place },
    {
      url: `${hosts.login}/${encodeURIComponent(settings.tenantId ?? '')}/oauth2/v2.0/token`,
      clientId: settings.clientId ?? '',
      clientSecret: settings.clientSecret,
      grant: 'client_credentials',
      parameters: { scope: `${hosts.graph}/.default` },
      advice:
        "Check the tenant ID, the client ID and the client secret in Entra, under App registrations: a secret's value is entered, not its ID, and it may have expired.",
    },
  )
  const api = openServiceApi({
    http: ways.http,
    credentialId,
    signIn,
    problemOf: graphProblem,
    limitsOf: graphLimits(settings),
  })
  return connectById(openLibrary({ api, graph: `${hosts.graph}/v1.0`, place, uploads: ways.uploads }))
}

/** Microsoft's clouds for the US government have hosts of their own (Graph, "National cloud deployments"). */
export function sharePointHosts({ baseUrl }: Pick<PlaceSettings, 'baseUrl'>): SharePointHosts {
  const host = URL.parse(baseUrl ?? '')?.hostname ?? ''
  if (host.endsWith('.sharepoint.us'))
    return { login: 'https://login.microsoftonline.us', graph: 'https://graph.microsoft.us' }
  if (host.endsWith('.sharepoint-mil.us'))
    return { login: 'https://login.microsoftonline.us', graph: 'https://dod-graph.microsoft.us' }
  return { login: 'https://login.microsoftonline.com', graph: 'https://graph.microsoft.com' }
}
