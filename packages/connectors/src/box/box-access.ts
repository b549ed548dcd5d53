import type { StorePlace } from '../connector-kind.ts'
import type { ServiceApi } from '../ways/service-api.ts'
import type { Uploads } from '../ways/uploads.ts'

/** Where the parts of the service are. */
export interface BoxHosts {
  api: string
  upload: string
}

export const boxHosts: BoxHosts = { api: 'https://api.box.com', upload: 'https://upload.box.com' }

/** Box as one credential reaches it. */
export interface BoxAccess {
  api: ServiceApi
  hosts: BoxHosts
  place: StorePlace
  uploads: Uploads
}
