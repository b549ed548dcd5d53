import { box, boxClient } from './box/index.ts'
import { clio } from './clio/index.ts'
import type { ConnectorKind } from './connector-kind.ts'
import { dropbox } from './dropbox/index.ts'
import { fileSystem } from './file-system/index.ts'
import { filevine } from './filevine/index.ts'
import { imanageCloud, imanageServer } from './imanage/index.ts'
import { litify } from './litify/index.ts'
import { netdocuments, netdocumentsClient } from './netdocuments/index.ts'
import { neos, rest } from './rest/index.ts'
import { s3 } from './s3/index.ts'
import { sftp } from './sftp/index.ts'
import { sharepoint } from './sharepoint/index.ts'
import { sharepointServer } from './sharepoint-server/index.ts'
import { smokeball } from './smokeball/index.ts'
import { webdav } from './webdav/index.ts'

export const connectorKinds: readonly ConnectorKind[] = [
  fileSystem,
  s3,
  webdav,
  sftp,
  boxClient,
  box,
  clio,
  filevine,
  smokeball,
  imanageCloud,
  imanageServer,
  netdocumentsClient,
  netdocuments,
  sharepoint,
  sharepointServer,
  dropbox,
  litify,
  neos,
  rest,
]

/** Which connector saves with a credential. */
export interface ConnectorKey {
  /** The kind of the credential. */
  kind: string
  /** For credentials for a folder, S3, WebDAV or SFTP: which of them. */
  driver: string | null
}

/** Returns the connector for a credential; undefined if this version has none. */
export function findConnectorKind({ kind, driver }: ConnectorKey): ConnectorKind | undefined {
  return connectorKinds.find((each) => each.credential === kind && (each.driver ?? null) === driver)
}

/** How many copies a kind of DMS can save at a time; undefined if that isn't known. */
export function mostTogetherOf(key: ConnectorKey): number | undefined {
  return findConnectorKind(key)?.mostTogether
}
