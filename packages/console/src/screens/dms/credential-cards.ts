import {
  type CredentialKind,
  credentialKinds,
  type GenericDriver,
  genericDrivers,
} from '@courtcrier/contract/credential-kinds.ts'

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
