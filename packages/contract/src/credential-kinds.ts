/**
 * The kinds of credentials with a separate permission. Two lists of wire numbers start with these: add new kinds at
 * the end of `permissionSubjects` and of `credentialKinds`.
 */
export const credentialSubjects = [
  'filevine_credential',
  'box_client_credential',
  'box_credential',
  'sharepoint_online_credential',
  'sharepoint_server_credential',
  'clio_credential',
  'smokeball_credential',
  'netdocuments_client_credential',
  'netdocuments_cloud_credential',
  'litify_credential',
  'neos_credential',
  'imanage_cloud_credential',
  'imanage_server_credential',
] as const

/** The resources whose rows are credentials; the settings of each kind are its own. */
export const credentialKinds = [...credentialSubjects, 'generic_credential'] as const
export type CredentialKind = (typeof credentialKinds)[number]

/** The types of credentials for a folder, S3 and so on, each a kind of its own to people. */
export const genericDrivers = ['FILE_SYSTEM', 'S3', 'WEBDAV', 'SFTP', 'DROPBOX', 'REST'] as const
export type GenericDriver = (typeof genericDrivers)[number]

/** The types whose DMS saves the document properties of a storage policy. */
export const driversWithProperties: readonly GenericDriver[] = ['S3', 'WEBDAV', 'REST']

/** Authentication schemes of a WebDAV server. */
export const signIns = ['BASIC', 'DIGEST', 'BEARER'] as const
export type SignInName = (typeof signIns)[number]

/** The kinds that a person signs in to; for a folder, S3 and so on, only some types (`authorization` of connectors). */
export const kindsWithSignIn = [
  'box_credential',
  'clio_credential',
  'netdocuments_cloud_credential',
  'generic_credential',
] as const satisfies readonly CredentialKind[]
export type SignInKind = (typeof kindsWithSignIn)[number]

/** The kinds that an agent in the firm's network saves with; for a folder, S3 and so on, only some types. */
export const kindsWithAgent: readonly CredentialKind[] = [
  'sharepoint_server_credential',
  'imanage_server_credential',
  'generic_credential',
]
/** Those types. */
export const driversWithAgent: readonly GenericDriver[] = ['FILE_SYSTEM', 'WEBDAV', 'SFTP']

/** Returns whether an agent can save with such a credential. */
export function canUseAgent({ kind, driver }: { kind: string; driver: unknown }): boolean {
  if (!kindsWithAgent.some((each) => each === kind)) return false
  return kind !== 'generic_credential' || driversWithAgent.some((each) => each === driver)
}

/** The kinds whose DMS saves the document properties of a storage policy; for a folder, S3 and so on, see above. */
export const kindsWithProperties: readonly CredentialKind[] = [
  'filevine_credential',
  'box_client_credential',
  'box_credential',
  'clio_credential',
  'smokeball_credential',
  'sharepoint_online_credential',
  'sharepoint_server_credential',
  'neos_credential',
  'netdocuments_client_credential',
  'netdocuments_cloud_credential',
  'imanage_cloud_credential',
  'imanage_server_credential',
  'litify_credential',
]

/** Days before a credential expires when people are notified: in time to request a new one, and when it is urgent. */
export const expiryWarningDays = [14, 3] as const
