import { type Role, subjectAccess } from '@courtcrier/contract/access.ts'
import { firm } from '@courtcrier/contract/resources/firm.ts'
import type { SavedView } from '@courtcrier/contract/resources/saved-view.ts'

/** Returns whether a role may manage views for a role or for the firm. */
export function mayKeepForOthers(role: Role): boolean {
  return subjectAccess(firm.subject, role) === 'FULL'
}

/** Returns whether a view may be changed and deleted: the user's own, or by someone who manages shared views. */
export function mayChangeView({ audience }: SavedView, role: Role): boolean {
  // A private view is only ever visible to its owner.
  return audience === 'self' || mayKeepForOthers(role)
}

export type ViewGroup = 'mine' | 'role' | 'firm' | 'otherRoles'

/**
 * Groups the views for a list: the user's own, those of the role, those of the firm, and those the user manages for
 * other roles.
 */
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
