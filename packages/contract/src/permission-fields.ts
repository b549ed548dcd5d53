import type { PermissionSubject } from './access.ts'
import { labelFromKey, snakeCase } from './names.ts'
import { baseFields, findField, labelOf, type Resource } from './resource.ts'
import { resources } from './resources/registry.ts'

/** A field that can be granted to a role individually. */
export interface PermissionField {
  /** As spelled in permissions. */
  name: string
  label: string
  /** Whether no one can set it, whatever the role: FULL then means no more than READ. */
  isReadOnly: boolean
  /** The resource it belongs to; absent for permissions not tied to a row. */
  resource?: Resource
  key: string
}

/** What is granted like a field but isn't one: parts of the dashboard, and a notice's text, which has its own call. */
const besideRows: Partial<Record<PermissionSubject, readonly string[]>> = {
  dashboard: ['notifications', 'topMatter', 'topClient', 'topTimekeeper'],
  inbox_item: ['htmlContent'],
}

/** Returns the resources whose rows the subject governs: mostly the one of its name, sometimes others too. */
export function resourcesOf(subject: PermissionSubject): Resource[] {
  return resources.filter((resource) => resource.subject === subject)
}

/**
 * Returns every field the field-level object of a subject can contain, once each. A role's own grants aren't listed
 * field by field.
 */
export function permissionFieldsOf(subject: PermissionSubject): PermissionField[] {
  const byName = new Map<string, PermissionField>()
  for (const resource of resourcesOf(subject)) {
    for (const key of [...baseFields, ...Object.keys(resource.fields)]) {
      const field = findField(resource, key)
      const name = snakeCase(key)
      if (!field || field.within || byName.has(name)) continue
      byName.set(name, { name, label: labelOf(resource, key), isReadOnly: field.readOnly === true, resource, key })
    }
  }
  for (const key of besideRows[subject] ?? []) {
    byName.set(snakeCase(key), { name: snakeCase(key), label: labelFromKey(key), isReadOnly: true, key })
  }
  return [...byName.values()]
}

/** Returns whether the field-level object of a subject can contain a field of this name. */
export function isPermissionField(subject: PermissionSubject, name: string): boolean {
  if (permissionFieldsOf(subject).some((field) => field.name === name)) return true
  return resourcesOf(subject).some((resource) => Object.keys(resource.fields).some((key) => snakeCase(key) === name))
}
