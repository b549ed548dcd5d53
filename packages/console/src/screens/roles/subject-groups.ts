import { type PermissionSubject, permissionSubjects } from '@courtcrier/contract/access.ts'
import { type PermissionField, permissionFieldsOf, resourcesOf } from '@courtcrier/contract/permission-fields.ts'
import { findResource } from '@courtcrier/contract/resources/registry.ts'
import { i18next } from '../../i18n/i18n.ts'
import { fieldLabel, resourceLabel } from '../../i18n/labels.ts'
import { type Face, type NavGroup, navGroups } from '../../resource/face.ts'

export interface SubjectGroup {
  group: NavGroup
  subjects: readonly PermissionSubject[]
}

/** Returns everything a role can be granted, grouped and ordered like the navigation. */
export function subjectGroups(faces: readonly Face[]): SubjectGroup[] {
  const placed = permissionSubjects
    .map((subject) => ({ subject, ...placeOf(subject, faces) }))
    .toSorted((a, b) => a.rank - b.rank)
  return navGroups.map((group) => ({
    group,
    subjects: placed.filter((entry) => entry.group === group).map(({ subject }) => subject),
  }))
}

/** Returns a subject's position among the others; one without a face is the last of the data tables. */
function placeOf(subject: PermissionSubject, faces: readonly Face[]): { group: NavGroup; rank: number } {
  // Not a resource; its page comes first.
  if (subject === 'dashboard') return { group: 'work', rank: -1 }
  const rank = faces.findIndex(({ resource }) => resource === subject)
  return { group: faces[rank]?.nav?.group ?? 'data', rank: rank < 0 ? faces.length : rank }
}

/** Returns a subject's label. */
export function subjectLabel(subject: PermissionSubject): string {
  const resource = findResource(subject)
  return resource ? resourceLabel(resource, 'many') : i18next.t('roles.dashboard')
}

/** Returns what else the subject governs. */
export function alsoGoverned(subject: PermissionSubject): string[] {
  const others = resourcesOf(subject).filter((resource) => resource.name !== subject)
  return others.map((resource) => resourceLabel(resource, 'many'))
}

/** Returns the label of a subject's field. */
export function permissionLabel({ resource, key, label }: PermissionField): string {
  return resource ? fieldLabel(resource, key) : label
}

/**
 * Returns the subject's fields that match the words, all of them if its own name does; undefined if nothing matches.
 */
export function fittingFields(subject: PermissionSubject, words: string): PermissionField[] | undefined {
  const fields = permissionFieldsOf(subject)
  const sought = words.trim().toLowerCase()
  const has = (text: string) => text.toLowerCase().includes(sought)
  if (has(subjectLabel(subject)) || alsoGoverned(subject).some(has)) return fields
  const fitting = fields.filter((field) => has(permissionLabel(field)) || has(field.name))
  return fitting.length > 0 ? fitting : undefined
}
