import { isEmail } from '@courtcrier/contract/fields/email.ts'
import type { PersonWish } from '../../auth/provisioning/person-wish.ts'
import type { Filter } from './filter.ts'
import { type Assignment, foreign, isObject, property, type Target } from './patch.ts'
import { ScimError } from './scim-error.ts'
import { booleanOf, textOf, wrongValue } from './values.ts'

/** Attributes of RFC 7643 that a user of Courtcrier doesn't have: accepted and ignored, as providers send them anyway. */
const ignored = new Set([
  ...['nickname', 'profileurl', 'title', 'usertype', 'preferredlanguage', 'locale', 'timezone', 'password'],
  ...['phonenumbers', 'ims', 'photos', 'addresses', 'entitlements', 'roles', 'x509certificates', foreign],
])
/** What only Courtcrier sets; a body may have it, as it was read. */
const readOnly = new Set(['id', 'meta', 'schemas', 'groups'])

/** Reads what a provider sets of a person. Throws a `ScimError`. */
export function readPerson(assignments: readonly Assignment[]): PersonWish {
  return Object.assign({}, ...assignments.map(wishOf)) as PersonWish
}

function wishOf({ op, target, value: given, isNamed }: Assignment): PersonWish {
  const { attribute } = target
  const value = op === 'remove' ? null : given
  if (attribute === 'name') return nameWish(target, value)
  if (attribute === 'emails') return emailWish(target, value)
  const read = readers.get(attribute)
  if (read && target.sub === undefined && !target.filter) return read(value)
  if (!isNamed || ignored.has(attribute)) return {}
  if (readOnly.has(attribute)) throw new ScimError(400, 'mutability', `${attribute} can't be changed.`)
  throw new ScimError(400, 'invalidPath', `A user has no attribute "${attribute}".`)
}

const readers = new Map<string, (value: unknown) => PersonWish>([
  ['username', (value: unknown) => ({ userName: userNameOf(value) })],
  ['externalid', (value: unknown) => ({ externalId: textOf(value, 'externalId') })],
  ['displayname', (value: unknown) => ({ displayName: textOf(value, 'displayName') })],
  ['active', (value: unknown) => ({ active: booleanOf(value, 'active') })],
])

function userNameOf(value: unknown): string {
  const text = textOf(value, 'userName')
  if (text !== null && isEmail(text)) return text
  throw wrongValue(
    "userName must be the person's email address, such as ada@firm.example. Map it to mail in Entra, to Email in Okta.",
  )
}

const nameParts = { givenname: 'givenName', familyname: 'familyName', formatted: 'formattedName' } as const

function nameWish({ sub }: Target, value: unknown): PersonWish {
  const parts = Object.entries(nameParts)
  if (sub !== undefined) {
    const part = parts.find(([name]) => name === sub)
    return part ? { [part[1]]: textOf(value, `name.${sub}`) } : {}
  }
  if (value === null) return { givenName: null, familyName: null, formattedName: null }
  if (!isObject(value)) throw wrongValue('name must be an object.')
  const said = parts.flatMap(([name, key]) => {
    const part = property(value, name)
    return part === undefined ? [] : [[key, textOf(part, `name.${name}`)]]
  })
  return Object.fromEntries(said) as PersonWish
}

/** A user has one address, the userName; the one for work is kept as it is sent, for the provider. */
function emailWish({ sub, filter }: Target, value: unknown): PersonWish {
  if (filter && !isOfWork(filter)) return {}
  if (sub !== undefined && sub !== 'value') return {}
  if (value === null) return { workEmail: null }
  if (!Array.isArray(value)) return { workEmail: textOf(value, 'emails.value') }
  const isPrimary = (each: unknown) => String(property(each, 'primary')).toLowerCase() === 'true'
  const isWork = (each: unknown) => String(property(each, 'type')).toLowerCase() === 'work'
  const chosen: unknown = value.find(isWork) ?? value.find(isPrimary) ?? value[0]
  return { workEmail: textOf(chosen, 'emails.value') }
}

/** Whether a filter of a path selects the address for work, the only one there is. */
function isOfWork(filter: Filter): boolean {
  if (filter.kind === 'not') return !isOfWork(filter.part)
  if (filter.kind === 'compare') return filter.attribute !== 'type' || String(filter.value).toLowerCase() === 'work'
  return filter.kind === 'and' ? filter.parts.every(isOfWork) : filter.parts.some(isOfWork)
}
