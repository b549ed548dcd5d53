import {
  type CredentialKind,
  credentialKinds,
  type GenericDriver,
  genericDrivers,
} from '@courtcrier/contract/credential-kinds.ts'
import { type AnyRow, findField } from '@courtcrier/contract/resource.ts'
import { credential } from '@courtcrier/contract/resources/credential.ts'
import { genericCredential } from '@courtcrier/contract/resources/generic-credential.ts'
import { i18next } from '../../i18n/i18n.ts'
import { choiceLabel } from '../../i18n/labels.ts'

export interface CredentialCard {
  kind: CredentialKind
  /** For a folder, S3 and so on, which are kinds of their own to people: the type of the credential. */
  driver?: GenericDriver
}

/** What can be added. */
export const credentialCards: readonly CredentialCard[] = credentialKinds.flatMap((kind): CredentialCard[] =>
  kind === 'generic_credential' ? genericDrivers.map((driver) => ({ kind, driver })) : [{ kind }],
)

export function isCredentialKind(name: unknown): name is CredentialKind {
  return credentialKinds.some((kind) => kind === name)
}

export function isGenericDriver(name: unknown): name is GenericDriver {
  return genericDrivers.some((driver) => driver === name)
}

/** Returns what a form calls a new credential for a folder, S3 and so on, within a sentence, if its type is chosen. */
export function wordFor({ driver }: AnyRow): string | undefined {
  return isGenericDriver(driver) ? i18next.t(`dms.one.${driver}`) : undefined
}

/** Returns the name of a kind; for a folder, S3 and so on that of its type, if it is known. */
export function nameOfKind({ kind, driver }: { kind: string; driver?: string | undefined }): string {
  const field = driver ? findField(genericCredential, 'driver') : findField(credential, 'kind')
  const choice = driver ?? kind
  return field ? choiceLabel(field, choice) : choice
}
