import type { GroupWish, MemberChange } from '../../auth/provisioning/write-group.ts'
import type { Filter } from './filter.ts'
import { type Assignment, foreign, property, wrongPath } from './patch.ts'
import { ScimError } from './scim-error.ts'
import { textOf, wrongValue } from './values.ts'

/** What only Courtcrier sets; a body or an object may have it, as it was read. */
const readOnly = new Set(['id', 'meta', 'schemas'])

/** Reads what a provider sets of a group. Throws a `ScimError`. */
export function readGroup(assignments: readonly Assignment[]): GroupWish {
  const wish: GroupWish & { members: MemberChange[] } = { members: [] }
  for (const each of assignments) {
    const { target, op, value, isNamed } = each
    if (target.attribute === 'members') addChange(wish.members, memberChange(each))
    else if (target.attribute === 'displayname') wish.displayName = displayNameOf(op === 'remove' ? null : value)
    else if (target.attribute === 'externalid') wish.externalId = op === 'remove' ? null : textOf(value, 'externalId')
    else if (isNamed) refuse(target.attribute)
  }
  return wish
}

function refuse(attribute: string): void {
  if (attribute === foreign) return
  if (readOnly.has(attribute)) throw new ScimError(400, 'mutability', `${attribute} can't be changed.`)
  throw new ScimError(400, 'invalidPath', `A group has no attribute "${attribute}".`)
}

function displayNameOf(value: unknown): string {
  const text = textOf(value, 'displayName')
  if (text === null) throw wrongValue('displayName is required.')
  return text
}

/** A thousand operations with one member each are one change. */
function addChange(changes: MemberChange[], change: MemberChange): void {
  const last = changes.at(-1)
  if ((change.kind === 'add' || change.kind === 'remove') && last?.kind === change.kind)
    for (const id of change.ids) last.ids.push(id)
  else changes.push(change)
}

function memberChange({ op, target: { filter, sub }, value }: Assignment): MemberChange {
  if (sub !== undefined) throw wrongPath(`members.${sub}`)
  if (op !== 'remove') {
    if (filter) throw wrongPath('members[…]')
    return { kind: op, ids: value === null ? [] : idsOf(value) }
  }
  if (filter) return { kind: 'remove', ids: filteredIds(filter) }
  return value === null ? { kind: 'clear' } : { kind: 'remove', ids: idsOf(value) }
}

function idsOf(value: unknown): string[] {
  const list = Array.isArray(value) ? value : [value]
  return list.map((each: unknown) => {
    const id = typeof each === 'string' ? each : property(each, 'value')
    if (typeof id !== 'string' || id.length > 100) throw wrongValue('Each member needs a value, the ID of a user.')
    return id
  })
}

/** The IDs of `members[value eq "…"]`. */
function filteredIds(filter: Filter): string[] {
  if (filter.kind === 'or') return filter.parts.flatMap(filteredIds)
  const isId = filter.kind === 'compare' && filter.attribute === 'value' && filter.operator === 'eq'
  if (!isId) throw new ScimError(400, 'invalidFilter', 'Members can only be chosen by value eq "…".')
  return [String(filter.value)]
}
