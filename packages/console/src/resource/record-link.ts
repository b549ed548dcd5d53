import type { Resource } from '@courtcrier/contract/resource.ts'

/** The address of a record in its list. */
export function recordLink(resource: Resource, id: string): string {
  return `${resource.route}?id=${encodeURIComponent(id)}`
}
