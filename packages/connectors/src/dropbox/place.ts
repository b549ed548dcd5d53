import type { Target } from '../connector-by-id.ts'
import type { StorePlace } from '../connector-kind.ts'
import type { ServiceApi } from '../ways/service-api.ts'
import type { Uploads } from '../ways/uploads.ts'

/** Where the parts of the service are. */
export interface DropboxHosts {
  api: string
  content: string
}

export interface DropboxOptions {
  api: ServiceApi
  hosts: DropboxHosts
  place: StorePlace
  uploads: Uploads
}

/** Folders and files are known by their paths from the root. */
export function targetPath({ folderId, name }: Target): string {
  return `${folderId}/${name}`
}
