import type { Resource } from '@courtcrier/contract/resource.ts'

/** Returns whether records of the resource can come from a file. */
export function isImportable(resource: Resource): boolean {
  return !resource.isReadOnly && !resource.isSingleton && !resource.isVirtual
}

/** Returns the page for importing files of the resource. */
export function importRoute(resource: Resource): string {
  return `${resource.route}/import`
}
