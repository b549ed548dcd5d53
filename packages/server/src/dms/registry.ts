import type { Connector } from './connector.ts'
import { fileSystem } from './file-system/index.ts'

/** A kind of place to store copies in. */
export interface ConnectorKind {
  /** The name of its folder. */
  name: string
  /** The root is the firm's own; two firms never share one. */
  open: (place: { storageFolder: string; firmId: number }) => Connector
}

export const connectorKinds: readonly ConnectorKind[] = [fileSystem]

/** The kind for policies without a credential: a folder of this server. */
export const defaultConnectorKind = fileSystem
