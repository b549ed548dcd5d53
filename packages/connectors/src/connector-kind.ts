import type { ConnectorDriver, SignInName } from '@courtcrier/contract/credential-kinds.ts'
import type { Pace } from '@courtcrier/lib/pace.ts'
import type { Dial } from './ways/dial.ts'
import type { StoreHttp } from './ways/store-http.ts'
import type { Connector } from './connector.ts'

/** A kind of DMS that copies can be saved to. */
export interface ConnectorKind {
  /** The name of its folder. */
  name: string
  /** The driver of generic credentials that use it. */
  driver: ConnectorDriver
  /** How many copies it can save at a time; as many as there are if absent. */
  mostTogether?: number
  /** The root as text that is equal for the same location; undefined if no other firm can reach it. */
  rootOf: (settings: PlaceSettings) => string | undefined
  open: (place: StorePlace, ways: Ways) => Connector | Promise<Connector>
}

/** A location to open. Below its root are the files of one firm only. */
export interface StorePlace {
  firmId: number
  credentialId: string
  settings: PlaceSettings
}

/** A credential's settings for its location, with secrets in clear text. */
export interface PlaceSettings {
  baseUrl: string | null
  region: string | null
  /** For S3: the bucket. */
  database: string | null
  folderId: string | null
  username: string | null
  password: string | null
  apiKey: string | null
  apiSecret: string | null
  /** For WebDAV. */
  signIn: SignInName | null
  token: string | null
  /** For SFTP. */
  privateKey: string | null
  passphrase: string | null
  hostKey: string | null
}

/** How connectors reach the outside world. */
export interface Ways {
  storageFolder: string
  http: StoreHttp
  dial: Dial
  /** For what goes over a dialed connection; `http` has its own. */
  pace: Pace
}
