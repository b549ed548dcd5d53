import { box, boxClient } from './box/index.ts'
import type { ConnectorKind } from './connector-kind.ts'
import { fileSystem } from './file-system/index.ts'
import { s3 } from './s3/index.ts'
import { sftp } from './sftp/index.ts'
import { webdav } from './webdav/index.ts'

export const connectorKinds: readonly ConnectorKind[] = [fileSystem, s3, webdav, sftp, boxClient, box]

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
