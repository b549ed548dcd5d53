import * as z from 'zod/mini'
import { connectById } from '../connector-by-id.ts'
import type { ConnectorKind, PlaceSettings, StorePlace, Ways } from '../connector-kind.ts'
import { foldersOf } from '../folders-of.ts'
import { openServiceApi } from '../ways/service-api.ts'
import { openPersonTokens, type PersonTokens } from '../ways/tokens.ts'
import { openDropboxFolder } from './dropbox-folder.ts'
import { dropboxProblem } from './dropbox-problem.ts'
import type { DropboxHosts } from './place.ts'

export const dropboxHosts: DropboxHosts = {
  api: 'https://api.dropboxapi.com',
  content: 'https://content.dropboxapi.com',
}

/** A folder in Dropbox, or in the team space of a firm, signed in to by a person. */
export const dropbox: ConnectorKind = {
  name: 'dropbox',
  credential: 'generic_credential',
  driver: 'DROPBOX',
  rootOf,
  open: (place, ways) => openDropbox(place, ways),
  // Dropbox OAuth guide. What an app may do is set in the App Console.
  authorization: {
    provider: 'Dropbox',
    url: () => 'https://www.dropbox.com/oauth2/authorize',
    parameters: { token_access_type: 'offline' },
    hasPkce: true,
    tokens: (settings) => personTokens(settings, dropboxHosts),
    account: {
      method: 'POST',
      url: () => `${dropboxHosts.api}/2/users/get_current_account`,
      json: null,
      nameIn: (answer) => userForm.safeParse(answer).data?.email,
    },
  },
}

const userForm = z.object({ email: z.string() })

export function openDropbox(place: StorePlace, ways: Ways, hosts = dropboxHosts) {
  const { credentialId, settings } = place
  const signIn = openPersonTokens({ http: ways.http, place, grants: ways.grants }, personTokens(settings, hosts))
  const api = openServiceApi({ http: ways.http, credentialId, signIn, problemOf: dropboxProblem })
  return connectById(openDropboxFolder({ api, hosts, place, uploads: ways.uploads }))
}

/** Nothing in the settings says whose Dropbox it is, but a firm's app is its own. */
function rootOf(settings: PlaceSettings): string {
  return ['dropbox', settings.clientId ?? '', ...foldersOf(settings)].join('/').toLowerCase()
}

function personTokens({ clientId, clientSecret }: PlaceSettings, hosts: DropboxHosts): PersonTokens {
  return {
    url: `${hosts.api}/oauth2/token`,
    clientId: clientId ?? '',
    clientSecret,
    parameters: {},
    advice: "Sign in to Dropbox again on the credential's page.",
    usualSeconds: 4 * 3600,
  }
}
