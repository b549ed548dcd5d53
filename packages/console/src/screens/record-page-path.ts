import { filedUnder } from '@courtcrier/contract/filed.ts'
import type { Resource } from '@courtcrier/contract/resource.ts'

/** Whether one record of the resource has a page of its own. */
export function hasRecordPage(name: string): boolean {
  return filedUnder.some((under) => under === name)
}

/** The address of a record's page. */
export function recordPagePath(resource: Resource, id: string): string {
  return `${resource.route}/id/${encodeURIComponent(id)}`
}
