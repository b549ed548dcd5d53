import type { Resource } from '@courtcrier/contract/resource.ts'

/** Whether records of the resource can come from a file. */
export function isImportable(resource: Resource): boolean {
  return !resource.isReadOnly && !resource.isSingleton && !resource.isVirtual
}

/** The page on which files of the resource are imported. */
export function importRoute(resource: Resource): string {
  return `${resource.route}/import`
}
