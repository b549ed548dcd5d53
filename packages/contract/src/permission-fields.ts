import type { PermissionSubject } from './access.ts'
import { labelFromKey, snakeCase } from './names.ts'
import { baseFields, findField, labelOf, type Resource } from './resource.ts'
import { resources } from './resources/registry.ts'

/** A field that a role can be granted by itself. */
export interface PermissionField {
  /** As permissions spell it. */
  name: string
  label: string
  /** Nobody sets it, whatever the role: FULL means no more than READ. */
  isReadOnly: boolean
  /** The resource it is a field of; absent where it is beside the rows. */
  resource?: Resource
  key: string
}

/** What is granted like a field and is none of a row: parts of the dashboard, and a notice's text, which has a call of its own. */
const besideRows: Partial<Record<PermissionSubject, readonly string[]>> = {
  dashboard: ['notifications', 'topMatter', 'topClient', 'topTimekeeper'],
  inbox_item: ['htmlContent'],
}

/** The resources whose rows the subject governs: mostly the one of its name, sometimes others too. */
export function resourcesOf(subject: PermissionSubject): Resource[] {
  return resources.filter((resource) => resource.subject === subject)
}

/** Every field that the field-level object of a subject can hold, each once. A role's own grants are not told field by field. */
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

/** Whether the field-level object of a subject can hold a field of this name. */
export function isPermissionField(subject: PermissionSubject, name: string): boolean {
  if (permissionFieldsOf(subject).some((field) => field.name === name)) return true
  return resourcesOf(subject).some((resource) => Object.keys(resource.fields).some((key) => snakeCase(key) === name))
}
