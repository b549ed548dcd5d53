import type { ConnectorDriver, SignInName } from '@courtcrier/contract/credential-kinds.ts'
import type { Dial } from '../stores/dial.ts'
import type { StoreHttp } from '../stores/store-http.ts'
import type { Connector } from './connector.ts'

/** A kind of place to store copies in. */
export interface ConnectorKind {
  /** The name of its folder. */
  name: string
  /** The type of generic credential that leads to it. */
  driver: ConnectorDriver
  /** Where the root is, as text that is the same for the same place; undefined where nobody else could come. */
  rootOf: (settings: PlaceSettings) => string | undefined
  open: (place: Place, ways: Ways) => Connector | Promise<Connector>
}

/** A place to open: below its root are the files of one firm and of no other. */
export interface Place {
  firmId: number
  credentialId: string
  settings: PlaceSettings
}

/** What a credential says of its place; secrets as they are. */
export interface PlaceSettings {
  baseUrl: string | null
  region: string | null
  /** The bucket of S3. */
  database: string | null
  folderId: string | null
  username: string | null
  password: string | null
  apiKey: string | null
  apiSecret: string | null
  /** Of WebDAV. */
  signIn: SignInName | null
  token: string | null
  /** Of SFTP. */
  privateKey: string | null
  passphrase: string | null
  hostKey: string | null
}

/** How connectors reach the outside. */
export interface Ways {
  storageFolder: string
  http: StoreHttp
  dial: Dial
}
