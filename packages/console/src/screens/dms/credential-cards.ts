import { type CredentialKind, credentialKinds } from '@courtcrier/contract/credential-kinds.ts'

export interface CredentialCard {
  kind: CredentialKind
  /** Whether this version stores anything by it. */
  hasConnector: boolean
}

/** What can be added, the folder of this server first, as it is the one that works in this version. */
export const credentialCards: readonly CredentialCard[] = [
  { kind: 'generic_credential', hasConnector: true },
  ...credentialKinds
    .filter((kind) => kind !== 'generic_credential')
    .map((kind): CredentialCard => ({ kind, hasConnector: false })),
]

export function isCredentialKind(name: unknown): name is CredentialKind {
  return credentialKinds.some((kind) => kind === name)
}
