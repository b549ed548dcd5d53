import type { Role } from '@courtcrier/contract/access.ts'
import { systemRoles } from '@courtcrier/contract/resources/system-roles.ts'
import { expect, test } from 'vitest'
import { formerAddress } from '../inbox/inbox-search.ts'
import { formatDashboardSearch, readDashboardSearch } from './dashboard-search.ts'
import { deliveriesLink, noticesLink, topLink, unhealthyLink } from './list-links.ts'
import { allSlots, daysOfSlot } from './slots.ts'

const viewOnly: Role = { id: 'r', ...(systemRoles.find(({ name }) => name === 'View Only') ?? systemRoles[0]) } as Role
const without = (grants: Role['grants']): Role => ({ ...viewOnly, grants: { ...viewOnly.grants, ...grants } })
const days = { from: '2026-10-22', to: '2026-11-21' }

test('a number leads to the list with the same days, hour, courts and cases', () => {
  expect(noticesLink({ days, hour: 16 }, viewOnly)).toEqual({
    to: '/ecfx-notification',
    search: { 'f.createdAt': '2026-10-22..2026-11-21@16' },
  })
  expect(noticesLink({ days, courts: ['cand', 'nysd'], cases: ['c'] }, viewOnly)?.search).toEqual({
    'f.createdAt': '2026-10-22..2026-11-21',
    'f.ecfxJurisdictionId': ['cand', 'nysd'],
    'f.caseId': ['c'],
  })
})

test('a number is not a link if the role has no such list, or does not see the filtered field', () => {
  expect(noticesLink({ days }, without({ envelope: { access: 'DENY', fields: {} } }))).toBeUndefined()
  const blind = without({ envelope: { access: 'READ', fields: { ecfx_jurisdiction_id: 'DENY' } } })
  expect(noticesLink({ days, courts: ['cand'] }, blind)).toBeUndefined()
  expect(noticesLink({ days }, blind)).toBeDefined()
  expect(deliveriesLink(days, 't', without({ envelope: { access: 'DENY', fields: {} } }))).toBeUndefined()
})

test('a list cannot be filtered by more courts than it accepts', () => {
  expect(noticesLink({ days, courts: Array.from({ length: 201 }, String) }, viewOnly)).toBeUndefined()
})

test('a client or a matter with too many cases leads to its matters or cases', () => {
  const entry = { id: 'x', title: 'X', count: 9 }
  expect(topLink(entry, { of: 'matter', days, role: viewOnly })?.to).toBe('/cases')
  expect(topLink(entry, { of: 'client', days, role: viewOnly })?.to).toBe('/matters')
  expect(topLink({ ...entry, case_ids: ['c'] }, { of: 'client', days, role: viewOnly })?.to).toBe('/ecfx-notification')
})

test.each([
  ['action_required', '/inbox-items'],
  ['item_failed', '/inbox-items'],
  ['document_missing', '/documents'],
  ['copy_failed', '/document-copies'],
  ['delivery_failed', '/deliveries'],
  ['delivery_waiting', '/deliveries'],
] as const)('%s is handled in %s', (kind, to) => {
  const thing = { kind, count: 1, is_at_least: false }
  expect(unhealthyLink(thing, { asOf: '2026-11-21T15:00:00Z', role: viewOnly })?.to).toBe(to)
})

test('the inbox is opened at its canonical address, which is not rewritten after the click', () => {
  const asOf = '2026-11-21T15:00:00Z'
  const open = (kind: 'action_required' | 'item_failed') =>
    unhealthyLink({ kind, count: 1, is_at_least: false }, { asOf, role: viewOnly })?.search ?? {}
  expect(open('action_required')).toEqual({ 'f.status': ['Action Required'] })
  expect(open('item_failed')).toEqual({ 'f.status': ['Failed'] })
  expect([open('action_required'), open('item_failed')].map(formerAddress)).toEqual([undefined, undefined])
})

test('the range in the address is read back, and an invalid one becomes the default', () => {
  const custom = { range: 'custom', days } as const
  expect(readDashboardSearch(formatDashboardSearch(custom))).toEqual(custom)
  expect(formatDashboardSearch({ range: 'last_month' })).toEqual({})
  for (const parameters of [
    { range: 'ever' },
    { range: 'custom' },
    { range: 'custom', from: '2026-02-30', to: '2026-03-01' },
  ])
    expect(readDashboardSearch(parameters)).toEqual({ range: 'last_month' })
})

test('days and months without a notice are included, and a month is cut to the range', () => {
  const none = { federal: 0, state: 0, other: 0, unknown: 0 }
  const known = [{ slot: '2026-11', ...none, federal: 2 }]
  expect(allSlots(known, { days: { from: '2026-10-31', to: '2026-12-01' }, isByDay: false })).toEqual([
    { slot: '2026-10', ...none },
    ...known,
    { slot: '2026-12', ...none },
  ])
  expect(allSlots([], { days: { from: '2026-02-27', to: '2026-03-01' }, isByDay: true })).toHaveLength(3)
  expect(daysOfSlot('2026-10', days)).toEqual({ from: '2026-10-22', to: '2026-10-31' })
  expect(daysOfSlot('2026-11', days)).toEqual({ from: '2026-11-01', to: '2026-11-21' })
})

test.each([
  ['credential_failing', '/dms'],
  ['credential_expires', '/dms'],
  ['mailbox_failing', '/mailboxes'],
  ['mailbox_expires', '/mailboxes'],
  ['sender_failing', '/sending-accounts'],
  ['sender_expires', '/sending-accounts'],
  ['provider_expires', '/identity-providers'],
] as const)('%s is handled in the list at %s', (kind, to) => {
  const administrator = { ...viewOnly, ...systemRoles.find(({ name }) => name === 'Administrator') } as Role
  const thing = { kind, count: 1, is_at_least: false }
  expect(unhealthyLink(thing, { asOf: '2026-11-21T15:00:00Z', role: administrator })).toEqual({ to, search: {} })
  expect(unhealthyLink(thing, { asOf: '2026-11-21T15:00:00Z', role: viewOnly })).toBeUndefined()
})
