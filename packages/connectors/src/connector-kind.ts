import type { CredentialKind, GenericDriver, SignInName } from '@courtcrier/contract/credential-kinds.ts'
import type { Pace } from '@courtcrier/lib/pace.ts'
import type { Connector, FileToStore } from './connector.ts'
import type { PlannedProperty } from './planned-property.ts'
import type { Dial } from './ways/dial.ts'
import type { FolderTurns } from './ways/folder-turns.ts'
import type { Grants } from './ways/grants.ts'
import type { StoreHttp } from './ways/store-http.ts'
import type { PersonTokens } from './ways/tokens.ts'
import type { Uploads } from './ways/uploads.ts'

/** A kind of DMS that copies can be saved to. */
export interface ConnectorKind {
  /** The name of its folder. */
  name: string
  /** The kind of credentials that use it. */
  credential: CredentialKind
  /** Which type of credentials for a folder, S3, WebDAV or SFTP uses it; absent for every other kind. */
  driver?: GenericDriver
  /** How many copies it can save at a time; as many as there are if absent. */
  mostTogether?: number
  /** The root as text that is equal for the same location; undefined if no other firm can reach it. */
  rootOf: (settings: PlaceSettings) => string | undefined
  open: (place: StorePlace, ways: Ways) => Connector | Promise<Connector>
  /**
   * What the DMS gets of a document's properties as far as no setting decides it, for a credential whose settings are kept
   * at an agent. Absent where only the DMS knows it.
   */
  planUnset?: UnsetPlan
  /** How a person signs in to it; absent where only an application or a password does. */
  authorization?: Authorization
}

/** A plan of properties without a credential's settings. */
export interface UnsetPlan {
  of: (properties: FileToStore['properties']) => readonly PlannedProperty[]
  /** A sentence on what settings would add; absent if they add nothing. */
  lacks?: string
}

/** How a person signs in at a service and lets an application in (RFC 6749, section 4.1). */
export interface Authorization {
  /** The service's name. */
  provider: string
  /** Where the browser is sent. */
  url: (settings: PlaceSettings) => string
  /** What the service wants besides, such as scopes, or to give a refresh token at all. */
  parameters?: Readonly<Record<string, string>>
  /** Whether the service knows PKCE (RFC 7636). Otherwise its code is protected by the client's secret and the state. */
  hasPkce: boolean
  /** How tokens are requested, for the code and later for a refresh token. */
  tokens: (settings: PlaceSettings) => PersonTokens
  /** Who signed in; absent if the service doesn't say it. */
  account?: SignedInAccount
}

/** A call that says whose token it is. */
export interface SignedInAccount {
  method: 'GET' | 'POST'
  url: (settings: PlaceSettings) => string
  /** The body, for a service that demands one. */
  json?: unknown
  /** An address or name; undefined if the answer has none. */
  nameIn: (answer: unknown) => string | undefined
}

/** A location to open. Below its root are the files of one firm only. */
export interface StorePlace {
  firmId: number
  credentialId: string
  settings: PlaceSettings
}

/** The settings of a credential, by the names of its kind's fields; null where a kind has no such field. */
export type PlaceSettings = typeof noSettings

type Text = string | null
type TextMap = Readonly<Record<string, string>>

/** What every kind has where nothing is filled in. A setting that a connector uses is named here. */
export const noSettings = {
  baseUrl: null as Text,
  region: null as Text,
  /** For S3: the bucket. For iManage: the library. */
  database: null as Text,
  folderId: null as Text,
  username: null as Text,
  password: null as Text,
  apiKey: null as Text,
  apiSecret: null as Text,
  /** For WebDAV. */
  signIn: null as SignInName | null,
  token: null as Text,
  /** For SFTP. */
  privateKey: null as Text,
  passphrase: null as Text,
  hostKey: null as Text,
  clientId: null as Text,
  clientSecret: null as Text,
  /** What a person's sign-in gave; `grants` has the one that replaced it. */
  refreshToken: null as Text,
  enterpriseId: null as Text,
  tenantId: null as Text,
  /** For SharePoint: the document library. */
  library: null as Text,
  /** For NetDocuments. */
  repository: null as Text,
  cabinet: null as Text,
  keyAttribute: null as Text,
  /** For Litify. */
  keyField: null as Text,
  /** For iManage. */
  customerId: null as number | null,
  authorField: null as Text,
  documentClass: null as Text,
  documentSubclass: null as Text,
  /** For Filevine. */
  organizationId: null as Text,
  createBillingItems: null as boolean | null,
  billingItemTimeCode: null as Text,
  billingItemTimeCode2: null as Text,
  billingItemDescription: null as Text,
  billingItemQuantity: null as number | null,
  billingItemRate: null as number | null,
  billingItemUser: null as Text,
  /** For a service that an administrator describes (contract/rest-settings.ts). */
  uploadMethod: null as 'PUT' | 'POST' | null,
  uploadPath: null as Text,
  uploadBody: null as 'BYTES' | 'FORM' | null,
  fileField: null as Text,
  formFields: null as TextMap | null,
  headers: null as TextMap | null,
  readPath: null as Text,
  folderMethod: null as 'POST' | 'PUT' | 'MKCOL' | null,
  folderPath: null as Text,
  folderBody: null as Text,
  linkTemplate: null as Text,
}

/** How connectors reach the outside world, and what they remember there. */
export interface Ways {
  storageFolder: string
  http: StoreHttp
  dial: Dial
  /** For what goes over a dialed connection; `http` has its own. */
  pace: Pace
  grants: Grants
  uploads: Uploads
  folderTurns: FolderTurns
}
