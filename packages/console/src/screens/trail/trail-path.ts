import { type Role, subjectAccess } from '@courtcrier/contract/access.ts'
import { inboxItem } from '@courtcrier/contract/resources/inbox-item.ts'

/** Records that lead to one notice and its filing. */
const starts: readonly string[] = ['inbox_item', 'envelope', 'document', 'delivery', 'document_copy']

/** Where the notice that a record belongs to can be followed; undefined for records that belong to none. */
export function trailPath(entity: string, id: string): string | undefined {
  return starts.includes(entity) ? `/notice-trail/${entity}/${encodeURIComponent(id)}` : undefined
}

/** Whether the role may follow a notice. */
export function mayFollow(role: Role): boolean {
  return subjectAccess(inboxItem.subject, role) !== 'DENY'
}
