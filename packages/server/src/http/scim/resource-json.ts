import type { Group } from '../../auth/provisioning/find-groups.ts'
import type { Person } from '../../auth/provisioning/find-people.ts'

export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group'

/** The version of a resource, as `ETag` and `meta.version`. */
export function versionOf({ updatedAt }: { updatedAt: Date }): string {
  return `W/"${updatedAt.getTime().toString(36)}"`
}

/** A person as a SCIM user. What the provider said is shown as it was sent, so that it finds no difference. */
export function personJson(person: Person, base: string) {
  const { id, email, fullName, externalId, isActive, groups } = person
  const { givenName, familyName } = partsOf(person)
  return {
    schemas: [userSchema],
    id,
    ...(externalId === null ? {} : { externalId }),
    userName: email,
    name: {
      formatted: person.formattedName ?? fullName,
      ...(givenName ? { givenName } : {}),
      ...(familyName ? { familyName } : {}),
    },
    displayName: person.displayName ?? fullName,
    emails: [{ value: person.workEmail ?? email, type: 'work', primary: true }],
    active: isActive,
    groups: groups.map((group) => ({ ...group, $ref: `${base}/Groups/${group.value}`, type: 'direct' })),
    meta: metaOf(person, 'User', `${base}/Users/${id}`),
  }
}

/** Users who were added by hand have a whole name only. */
function partsOf({ givenName, familyName, fullName }: Person) {
  if (givenName || familyName) return { givenName, familyName }
  const at = fullName.lastIndexOf(' ')
  return at < 0 ? { familyName: fullName } : { givenName: fullName.slice(0, at), familyName: fullName.slice(at + 1) }
}

export function groupJson(group: Group, base: string) {
  const { id, displayName, externalId, members } = group
  return {
    schemas: [groupSchema],
    id,
    ...(externalId === null ? {} : { externalId }),
    displayName,
    members: members.map((member) => ({ ...member, $ref: `${base}/Users/${member.value}`, type: 'User' })),
    meta: metaOf(group, 'Group', `${base}/Groups/${id}`),
  }
}

function metaOf(row: { createdAt: Date; updatedAt: Date }, resourceType: string, location: string) {
  return {
    resourceType,
    created: row.createdAt.toISOString(),
    lastModified: row.updatedAt.toISOString(),
    location,
    version: versionOf(row),
  }
}

const always = ['schemas', 'id', 'meta']

interface Picked {
  attributes: readonly string[] | undefined
  excluded: readonly string[]
}

/** Reads which attributes are wanted; a part of one, such as `members.value`, stands for it. */
export function readPicked({ attributes, excludedAttributes }: Readonly<Record<string, string>>): Picked {
  const names = (text: string) => text.split(',').map((name) => nameOf(name.trim()).toLowerCase())
  return {
    attributes: attributes ? names(attributes) : undefined,
    excluded: excludedAttributes ? names(excludedAttributes) : [],
  }
}

function nameOf(path: string): string {
  const [name = ''] = (path.split(':').at(-1) ?? '').split('.')
  return name
}

export function isPicked(name: string, { attributes, excluded }: Picked): boolean {
  if (always.includes(name)) return true
  return (attributes?.includes(name.toLowerCase()) ?? true) && !excluded.includes(name.toLowerCase())
}

export function pick(json: object, picked: Picked): object {
  return Object.fromEntries(Object.entries(json).filter(([name]) => isPicked(name, picked)))
}
