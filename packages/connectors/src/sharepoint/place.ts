import type { Target } from '../connector-by-id.ts'
import type { StorePlace } from '../connector-kind.ts'
import type { ServiceApi } from '../ways/service-api.ts'
import type { Uploads } from '../ways/uploads.ts'

export interface LibraryOptions {
  api: ServiceApi
  /** The address of Microsoft Graph, with its version. */
  graph: string
  place: StorePlace
  uploads: Uploads
}

/**
 * The path of a name within a folder, and of what is done with it: a colon is between them, and none at the end (Graph,
 * "Addressing resources in a drive").
 */
export function childPath({ folderId, name }: Target, action?: 'content' | 'createUploadSession'): string {
  const child = `${encodeURIComponent(folderId)}:/${encodeURIComponent(name)}`
  return action === undefined ? child : `${child}:/${action}`
}
