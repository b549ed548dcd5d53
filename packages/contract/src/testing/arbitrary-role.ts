import fc from 'fast-check'
import { type AccessType, type Grant, permissionSubjects, type Role } from '../access.ts'
import { snakeCase } from '../names.ts'
import { baseFields, type Resource } from '../resource.ts'

/**
 * Generates a role with any grants for the resource and its fields, including absent ones, unknown fields and invalid
 * access types.
 */
export function arbitraryRole(resource: Resource): fc.Arbitrary<Role> {
  const names = [...baseFields, ...Object.keys(resource.fields)].map(snakeCase)
  const own = fc.record({ access: arbitraryAccess, fields: grantsOn([...names, 'constructor', 'no_such_field']) })
  const others = fc.dictionary(
    fc.constantFrom(...permissionSubjects, 'constructor', 'no_such_subject'),
    arbitraryGrant,
    { noNullPrototype: true },
  )
  return fc
    .record({ own: fc.option(own, { nil: undefined, freq: 8 }), others, isSystemDefined: fc.boolean() })
    .map(({ own, others, isSystemDefined }) => {
      const { [resource.subject]: _, ...rest } = others
      return { id: 'r', name: 'Any', isSystemDefined, grants: own ? { ...rest, [resource.subject]: own } : rest }
    })
}

/** Returns a role with the same access to every subject and field. */
export function roleOf(access: AccessType, fields: Record<string, AccessType> = {}): Role {
  const grants = permissionSubjects.map((subject): [string, Grant] => [subject, { access, fields }])
  return { id: 'r', name: access, isSystemDefined: false, grants: Object.fromEntries(grants) }
}

/** Returns the role's access to a field, calculated the simple way: the strictest of everything that applies. */
export function expectedAccess(resource: Resource, key: string, role: Role): AccessType {
  const grant = role.grants[resource.subject]
  const isKnown = key in resource.fields || (baseFields as readonly string[]).includes(key)
  if (!grant || !isKnown) return 'DENY'
  const said = [grant.access, grant.fields[snakeCase(key)] ?? grant.access]
  const sources = resource.fields[key]?.workedOutOf ?? []
  const saidOfSources = sources.flatMap(([subject, name]) => {
    const source = role.grants[subject]
    return [source?.access ?? 'DENY', source?.fields[name] ?? source?.access ?? 'DENY']
  })
  if ([...said, ...saidOfSources].some((access) => access !== 'FULL' && access !== 'READ')) return 'DENY'
  return said.includes('READ') ? 'READ' : 'FULL'
}

/** `WRITE` and the empty text represent what an older or broken program may have stored. */
const arbitraryAccess = fc.oneof(
  { weight: 6, arbitrary: fc.constant<AccessType>('FULL') },
  { weight: 3, arbitrary: fc.constant<AccessType>('READ') },
  fc.constant<AccessType>('DENY'),
  fc.constantFrom('WRITE' as AccessType, '' as AccessType),
)

function grantsOn(names: readonly string[]): fc.Arbitrary<Record<string, AccessType>> {
  const entry = fc.tuple(fc.constantFrom(...names), arbitraryAccess)
  return fc.uniqueArray(entry, { selector: ([name]) => name, maxLength: names.length }).map(Object.fromEntries)
}

const arbitraryGrant = fc.record({ access: arbitraryAccess, fields: fc.constant({}) })
