import { type Role, subjectAccess } from '@courtcrier/contract/access.ts'
import { firm } from '@courtcrier/contract/resources/firm.ts'
import type { SavedView } from '@courtcrier/contract/resources/saved-view.ts'

/** Whether a role may keep views for a role or for the firm. */
export function mayKeepForOthers(role: Role): boolean {
  return subjectAccess(firm.subject, role) === 'FULL'
}

/** Whether a view may be changed and deleted: one's own, or as somebody who keeps those for others. */
export function mayChangeView({ audience }: SavedView, role: Role): boolean {
  // Of the views for one person only the own ones are ever seen.
  return audience === 'self' || mayKeepForOthers(role)
}

export type ViewGroup = 'mine' | 'role' | 'firm' | 'otherRoles'

/** The views as a list shows them: one's own, those of the role, those of the firm, and those that one keeps for other roles. */
export function groupViews(views: readonly SavedView[], role: Role): [ViewGroup, readonly SavedView[]][] {
  const groupOf = ({ audience, roleId }: SavedView): ViewGroup => {
    if (audience === 'self') return 'mine'
    if (audience === 'firm') return 'firm'
    return roleId === role.id ? 'role' : 'otherRoles'
  }
  const groups = (['mine', 'role', 'firm', 'otherRoles'] as const).map((group): [ViewGroup, SavedView[]] => [
    group,
    views.filter((view) => groupOf(view) === group),
  ])
  return groups.filter(([, own]) => own.length > 0)
}
