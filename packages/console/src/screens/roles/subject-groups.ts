import { type PermissionSubject, permissionSubjects } from '@courtcrier/contract/access.ts'
import { type PermissionField, permissionFieldsOf, resourcesOf } from '@courtcrier/contract/permission-fields.ts'
import { findResource } from '@courtcrier/contract/resources/registry.ts'
import { i18next } from '../../i18n/i18n.ts'
import { fieldLabel, resourceLabel } from '../../resource/labels.ts'
import { type NavGroup, navGroups } from '../../shell/nav-group.ts'
import { placeOf } from '../../shell/nav-plan.ts'

export interface SubjectGroup {
  group: NavGroup
  subjects: readonly PermissionSubject[]
}

/** Everything a role can be granted, as the navigation groups and orders it. */
export function subjectGroups(): SubjectGroup[] {
  const placed = permissionSubjects
    .map((subject) => ({ subject, ...(subject === 'dashboard' ? dashboardPlace : placeOf(subject)) }))
    .toSorted((a, b) => a.rank - b.rank)
  return navGroups.map((group) => ({
    group,
    subjects: placed.filter((entry) => entry.group === group).map(({ subject }) => subject),
  }))
}

/** It is no resource; its page comes first. */
const dashboardPlace: { group: NavGroup; rank: number } = { group: 'work', rank: -1000 }

/** What people call a subject. */
export function subjectLabel(subject: PermissionSubject): string {
  const resource = findResource(subject)
  return resource ? resourceLabel(resource, 'many') : i18next.t('roles.dashboard')
}

/** What else the subject governs. */
export function alsoGoverned(subject: PermissionSubject): string[] {
  const others = resourcesOf(subject).filter((resource) => resource.name !== subject)
  return others.map((resource) => resourceLabel(resource, 'many'))
}

/** What people call a field of a subject. */
export function permissionLabel({ resource, key, label }: PermissionField): string {
  return resource ? fieldLabel(resource, key) : label
}

/** The subject's fields that fit the words, all of them when its own name does; undefined when nothing fits. */
export function fittingFields(subject: PermissionSubject, words: string): PermissionField[] | undefined {
  const fields = permissionFieldsOf(subject)
  const sought = words.trim().toLowerCase()
  const has = (text: string) => text.toLowerCase().includes(sought)
  if (has(subjectLabel(subject)) || alsoGoverned(subject).some(has)) return fields
  const fitting = fields.filter((field) => has(permissionLabel(field)) || has(field.name))
  return fitting.length > 0 ? fitting : undefined
}
