import { connectByRepeatingName } from '../connector-by-id.ts'
import type { ConnectorKind, PlaceSettings, StorePlace, Ways } from '../connector-kind.ts'
import { problemError } from '../problems.ts'
import { openServiceApi, type SignIn } from '../ways/service-api.ts'
import { filevineLimits, openFilevineApi } from './filevine-api.ts'
import { type FilevineHosts, filevineHosts } from './hosts.ts'
import { openProjects } from './projects.ts'
import { byPersonalToken, bySession } from './sign-in.ts'

/** Filevine: a path begins with a project's number or name, and folders are below the project. */
export const filevine: ConnectorKind = {
  name: 'filevine',
  credential: 'filevine_credential',
  rootOf,
  open: (place, ways) => openFilevine(place, ways),
}

const unknownHosts: FilevineHosts = {
  kind: 'unknown',
  api: 'https://invalid.invalid',
  identity: '',
  app: '',
  region: '',
}

export function openFilevine(
  place: StorePlace,
  ways: Ways,
  hosts: FilevineHosts = filevineHosts(place.settings) ?? unknownHosts,
) {
  const { http, uploads, folderTurns } = ways
  const { credentialId } = place
  const signIn = { gateway: byPersonalToken, session: bySession, unknown: () => refused }[hosts.kind](
    place,
    http,
    hosts,
  )
  const api = openServiceApi({ http, credentialId, signIn, limitsOf: filevineLimits(credentialId) })
  const projects = openProjects({ api: openFilevineApi(api, hosts), place, uploads })
  return connectByRepeatingName(projects, { place, folderTurns })
}

const refused: SignIn = {
  headers: async () => {
    throw problemError(
      'auth',
      'The base URL is not one of Filevine. Enter https://api.filevineapp.com, in Canada https://api.filevineapp.ca, or https://api.filevine.io for an older API key.',
    )
  },
  forget: () => undefined,
}

/** Without an organization, only Filevine knows which one the token is for. */
function rootOf(settings: PlaceSettings): string | undefined {
  const { organizationId } = settings
  const hosts = filevineHosts(settings)
  return organizationId && hosts ? `filevine/${hosts.region}/${organizationId}` : undefined
}
