import { isEmptyValue } from '@courtcrier/contract/fields/field.ts'
import type { AnyRow, Resource } from '@courtcrier/contract/resource.ts'
import { resourceLabel } from '../i18n/labels.ts'
import { formatDateTime } from '../ui/format-time.ts'

/** Returns what to call a row: its title or, if it has none that the role sees, its kind and when it was created. */
export function rowName(resource: Resource, row: AnyRow): string {
  const title = row[resource.title]
  if (!isEmptyValue(title)) return String(title)
  const kind = resourceLabel(resource, 'one')
  return typeof row.createdAt === 'string' ? `${kind}, ${formatDateTime(row.createdAt)}` : kind
}
