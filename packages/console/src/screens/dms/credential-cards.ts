import { type CredentialKind, credentialKinds, kindsWithConnector } from '@courtcrier/contract/credential-kinds.ts'

export interface CredentialCard {
  kind: CredentialKind
  /** Whether this version can save to it. */
  hasConnector: boolean
}

/** Kinds that can be added, those that work in this version first. */
export const credentialCards: readonly CredentialCard[] = credentialKinds
  .map((kind): CredentialCard => ({ kind, hasConnector: kindsWithConnector.includes(kind) }))
  .toSorted((a, b) => Number(b.hasConnector) - Number(a.hasConnector))

export function isCredentialKind(name: unknown): name is CredentialKind {
  return credentialKinds.some((kind) => kind === name)
}
