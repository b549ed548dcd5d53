import { connectById } from '../connector-by-id.ts'
import type { ConnectorKind, PlaceSettings, StorePlace, Ways } from '../connector-kind.ts'
import { foldersOf } from '../folders-of.ts'
import { openServiceApi } from '../ways/service-api.ts'
import { openPersonTokens } from '../ways/tokens.ts'
import { openDropboxFolder } from './dropbox-folder.ts'
import { dropboxProblem } from './dropbox-problem.ts'
import type { DropboxHosts } from './place.ts'

/** A folder in Dropbox, or in the team space of a firm, signed in to by a person. */
export const dropbox: ConnectorKind = {
  name: 'dropbox',
  credential: 'generic_credential',
  driver: 'DROPBOX',
  rootOf,
  open: (place, ways) => openDropbox(place, ways),
}

const dropboxHosts: DropboxHosts = { api: 'https://api.dropboxapi.com', content: 'https://content.dropboxapi.com' }

export function openDropbox(place: StorePlace, ways: Ways, hosts = dropboxHosts) {
  const { credentialId, settings } = place
  const signIn = openPersonTokens(
    { http: ways.http, place, grants: ways.grants },
    {
      url: `${hosts.api}/oauth2/token`,
      clientId: settings.clientId ?? '',
      clientSecret: settings.clientSecret,
      parameters: {},
      advice: 'Sign in to Dropbox again with offline access, and enter the new refresh token as the token.',
      usualSeconds: 4 * 3600,
    },
  )
  const api = openServiceApi({ http: ways.http, credentialId, signIn, problemOf: dropboxProblem })
  return connectById(openDropboxFolder({ api, hosts, place, uploads: ways.uploads }))
}

/** Nothing in the settings says whose Dropbox it is, but a firm's app is its own. */
function rootOf(settings: PlaceSettings): string {
  return ['dropbox', settings.clientId ?? '', ...foldersOf(settings)].join('/').toLowerCase()
}
