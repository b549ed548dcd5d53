import { connectByRepeatingName } from '../connector-by-id.ts'
import { type ConnectorKind, noSettings, type PlaceSettings, type StorePlace, type Ways } from '../connector-kind.ts'
import { openServiceApi } from '../ways/service-api.ts'
import { imanageProblem } from './imanage-problem.ts'
import { openLibrary } from './library.ts'
import { planProfile } from './profile.ts'
import { signInToImanage } from './sign-in.ts'

/** iManage Work in its maker's cloud. */
export const imanageCloud: ConnectorKind = {
  name: 'imanage',
  credential: 'imanage_cloud_credential',
  rootOf,
  open: (place, ways) => openImanage(place, ways),
}

/** iManage Work on a firm's own servers. */
export const imanageServer: ConnectorKind = {
  name: 'imanage',
  credential: 'imanage_server_credential',
  rootOf,
  open: (place, ways) => openImanage(place, ways, { hasSessions: true }),
  planUnset: {
    of: (properties) => planProfile(properties, noSettings),
    lacks:
      "Where the policy has no author, class or subclass, the agent's credential has one, which isn't shown: its settings are kept at the agent.",
  },
}

interface ImanageOptions {
  /** Whether the server may be one that knows no tokens, only sessions. */
  hasSessions?: boolean
}

export function openImanage(
  place: StorePlace,
  { http, folderTurns }: Ways,
  { hasSessions = false }: ImanageOptions = {},
) {
  const { credentialId, settings } = place
  const origin = originOf(settings)
  const signIn = signInToImanage({ http, place, origin, hasSessions })
  const api = openServiceApi({ http, credentialId, signIn, problemOf: imanageProblem })
  return connectByRepeatingName(openLibrary({ api, origin, settings }), { place, folderTurns })
}

/** People enter the address of any page of theirs. Throws if it isn't an address. */
function originOf({ baseUrl }: PlaceSettings): string {
  return new URL(baseUrl ?? '').origin
}

/** Many customers share the host of the cloud, and libraries are often named alike. */
function rootOf(settings: PlaceSettings): string {
  const { customerId, database, folderId } = settings
  const library = `imanage/${new URL(originOf(settings)).host}/${customerId}/${(database ?? '').toLowerCase()}`
  return folderId ? `${library}/${numberOf(folderId)}` : library
}

/** `ACTIVE!987` and `987` are the same folder of the library. */
function numberOf(folderId: string): string {
  return folderId.slice(folderId.lastIndexOf('!') + 1)
}
