import type { ConnectorKind } from './connector-kind.ts'
import { fileSystem } from './file-system/index.ts'
import { s3 } from './s3/index.ts'
import { sftp } from './sftp/index.ts'
import { webdav } from './webdav/index.ts'

export const connectorKinds: readonly ConnectorKind[] = [fileSystem, s3, webdav, sftp]
