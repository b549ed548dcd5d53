import type { AnyRow } from './resource.ts'

/** The settings that each type needs, of a folder, S3 and so on. */
const neededByDriver: Readonly<Record<string, readonly string[]>> = {
  FILE_SYSTEM: ['folderId'],
  S3: ['region', 'database', 'apiKey', 'apiSecret'],
  SFTP: ['baseUrl', 'username'],
  DROPBOX: ['clientId', 'clientSecret'],
  REST: ['baseUrl', 'uploadPath', 'readPath'],
}

/** Those that each way to sign in to a WebDAV server needs. */
const neededBySignIn: Readonly<Record<string, readonly string[]>> = {
  BASIC: ['baseUrl', 'username', 'password'],
  DIGEST: ['baseUrl', 'username', 'password'],
  BEARER: ['baseUrl', 'token'],
}

/** Those of the kinds that an agent can save with; what other kinds need, their definitions require. */
const neededByKind: Readonly<Record<string, readonly string[]>> = {
  sharepoint_server_credential: ['baseUrl', 'username', 'password'],
  imanage_server_credential: [
    ...['baseUrl', 'customerId', 'database', 'clientId', 'clientSecret', 'username', 'password'],
    ...['authorField', 'documentClass', 'documentSubclass'],
  ],
}

/** Returns the settings that a credential needs besides what its definition requires, wherever they are kept. */
export function neededSettings(kind: string, row: AnyRow): readonly string[] {
  if (kind !== 'generic_credential') return neededByKind[kind] ?? []
  const needed = row.driver === 'WEBDAV' ? neededBySignIn[String(row.signIn)] : neededByDriver[String(row.driver)]
  return needed ?? []
}
