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
