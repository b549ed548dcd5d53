/**
 * The kinds of credentials with a permission of their own. Two lists of wire numbers begin with these: a kind that
 * comes later stands at the end of `permissionSubjects` and of `credentialKinds`.
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

/** The types of generic credentials, and which of them this version stores by; no other kind has a connector yet. */
export const genericDrivers = ['FILE_SYSTEM', 'S3', 'WEBDAV', 'SFTP', 'DROPBOX'] as const
export const connectorDrivers = ['FILE_SYSTEM', 'S3', 'WEBDAV', 'SFTP'] as const
export type ConnectorDriver = (typeof connectorDrivers)[number]

/** The types whose places keep the document properties of a storage policy. */
export const driversWithProperties: readonly ConnectorDriver[] = ['S3', 'WEBDAV']

/** How a WebDAV server is signed in to. */
export const signIns = ['BASIC', 'DIGEST', 'BEARER'] as const
export type SignInName = (typeof signIns)[number]

/** The kinds that this version stores by. */
export const kindsWithConnector: readonly CredentialKind[] = ['generic_credential']

/** So many days before a credential expires people are told: in time to ask for a new one, and when it presses. */
export const expiryWarningDays = [14, 3] as const
