import type { ConnectorKind } from './connector-kind.ts'
import { fileSystem } from './file-system/index.ts'
import { s3 } from './s3/index.ts'
import { sftp } from './sftp/index.ts'
import { webdav } from './webdav/index.ts'

export const connectorKinds: readonly ConnectorKind[] = [fileSystem, s3, webdav, sftp]

/** How many copies a kind of DMS can save at a time; undefined if that isn't known. */
export function mostTogetherOf(driver: string | null): number | undefined {
  return connectorKinds.find((kind) => kind.driver === driver)?.mostTogether
}
