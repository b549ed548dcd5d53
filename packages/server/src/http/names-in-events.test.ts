import type { Role } from '@courtcrier/contract/access.ts'
import { roleFromRow } from '@courtcrier/contract/resources/user-security-role.ts'
import { expect, test } from 'vitest'
import { inboxItemBehaviour } from '../behaviours/inbox-items.ts'
import { systemEventBehaviour } from '../behaviours/system-events.ts'
import { withoutActor, withoutNames } from '../notices/nameless-steps.ts'

const role = (user: 'READ' | 'DENY'): Role =>
  roleFromRow({ userAccess: user, inboxItemAccess: 'FULL', systemEventAccess: 'READ' })

test.each([
  'Ruth Osei trusted the sender.',
  'Ruth Osei entered it manually, which counts as trusting the sender.',
  'Entered manually by Ruth Osei.',
  'Uploaded by Ruth Osei.',
  'Acme v. Doe was chosen by Ruth Osei.',
  'Ruth Osei undid the case that a rule made.',
])("a step names no one to a role that may not see users' names: %s", (sentence) => {
  const step = { sentence, userId: 'ruth', userName: 'Ruth Osei' }
  expect(JSON.stringify(withoutActor(step, { role: role('DENY'), userId: 'samuel' }))).not.toContain('Osei')
  expect(JSON.stringify(withoutActor(step, { role: role('DENY'), userId: undefined }))).not.toContain('Osei')
  expect(withoutActor(step, { role: role('READ'), userId: 'samuel' })).toEqual(step)
  expect(withoutNames(sentence, { role: role('DENY') })).not.toContain('Osei')
  expect(withoutNames(sentence, { role: role('READ') })).toBe(sentence)
})

test('everyone sees their own name', () => {
  const step = { sentence: 'Entered manually by Ruth Osei.', userId: 'ruth', userName: 'Ruth Osei' }
  expect(withoutActor(step, { role: role('DENY'), userId: 'ruth' })).toEqual(step)
})

test.each([
  ['object update', 'Ruth Osei wrote a note on the notice "Order".', null],
  ['object create', 'Ruth Osei sent a filing to a@one.example.', null],
  ['other', 'Ruth Osei opened a document.', null],
  ['page view', 'Ruth Osei viewed /inbox.', null],
])('an event names no one to such a role: %s, %s', (type, sentence, recordTitle) => {
  const row = { type, sentence, recordTitle, action: null, userId: 'x', entity: 'inbox_item', facts: {} }
  const told = (who: Role) => JSON.stringify(systemEventBehaviour.present?.row(row, who))
  expect(told(role('DENY'))).not.toContain('Osei')
  expect(told(role('READ'))).toContain('Osei')
})

test("who trusted a notice's sender is not shown to such a role", () => {
  const row = { vouchedBy: 'Ruth Osei' }
  expect(inboxItemBehaviour.present?.row(row, role('DENY'))).toEqual({ vouchedBy: null })
  expect(inboxItemBehaviour.present?.row(row, role('READ'))).toEqual(row)
})
