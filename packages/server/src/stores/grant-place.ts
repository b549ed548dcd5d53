import type { PlaceSettings } from '@courtcrier/connectors/connector-kind.ts'
import { genericCredential } from '@courtcrier/contract/resources/generic-credential.ts'
import { getResource } from '@courtcrier/contract/resources/registry.ts'
import { destinationOf } from '@courtcrier/contract/secret-destination.ts'
import type { SettingsKey } from './read-settings.ts'

/** Whatever a grant belongs to: with another of these, it is worth nothing or must not be used. */
export const grantedFor = ['clientId', 'region', 'driver', 'baseUrl'] as const

/** Returns the setting in which a refresh token can be entered. */
export function enteredToken(kind: string): 'refreshToken' | 'token' {
  // Of a folder, S3 and so on, only Dropbox has a person's sign-in.
  return kind === genericCredential.name ? 'token' : 'refreshToken'
}

/** Returns what a grant is encrypted for: for another credential or with other settings, it can't be read. */
export function grantPlace({ firmId, credentialId, kind }: SettingsKey, settings: PlaceSettings): string {
  const { clientId } = settings
  return JSON.stringify(['store_grant', firmId, credentialId, destinationOf(getResource(kind), settings), clientId])
}
