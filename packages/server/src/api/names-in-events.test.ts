import type { Role } from '@courtcrier/contract/access.ts'
import { roleFromRow } from '@courtcrier/contract/resources/user-security-role.ts'
import { expect, test } from 'vitest'
import { inboxItemBehaviour } from '../resources/inbox-items.ts'
import { systemEventBehaviour } from '../resources/system-events.ts'
import { withoutActor } from './inbox-view.ts'

const role = (user: 'READ' | 'DENY'): Role =>
  roleFromRow({ userAccess: user, inboxItemAccess: 'FULL', systemEventAccess: 'READ' })

test.each([
  'Ruth Osei vouched for the sender.',
  "Ruth Osei entered it and stands for the court's sender.",
  'Entered by hand by Ruth Osei.',
  'Added by hand by Ruth Osei.',
  'Acme v. Doe was chosen by Ruth Osei.',
])('a step tells no name to a role that may not see what users are called: %s', (sentence) => {
  const step = { sentence, user_id: 'ruth', user_name: 'Ruth Osei' }
  expect(JSON.stringify(withoutActor(step, { role: role('DENY'), userId: 'samuel' }))).not.toContain('Osei')
  expect(JSON.stringify(withoutActor(step, { role: role('DENY'), userId: undefined }))).not.toContain('Osei')
  expect(withoutActor(step, { role: role('READ'), userId: 'samuel' })).toEqual(step)
})

test('everybody is told their own name', () => {
  const step = { sentence: 'Entered by hand by Ruth Osei.', user_id: 'ruth', user_name: 'Ruth Osei' }
  expect(withoutActor(step, { role: role('DENY'), userId: 'ruth' })).toEqual(step)
})

test.each([
  ['object update', 'Ruth Osei wrote a note on the notice "Order".', null],
  ['object create', 'Ruth Osei had a filing sent to a@one.example.', null],
  ['other', 'Ruth Osei opened a document.', null],
  ['page view', 'Ruth Osei viewed /inbox.', null],
])('an event tells no name to such a role: %s, %s', (type, sentence, recordTitle) => {
  const row = { type, sentence, recordTitle, action: null, userId: 'x', entity: 'inbox_item', facts: {} }
  const told = (who: Role) => JSON.stringify(systemEventBehaviour.present?.row(row, who))
  expect(told(role('DENY'))).not.toContain('Osei')
  expect(told(role('READ'))).toContain('Osei')
})

test('who vouched for a notice is not told to such a role', () => {
  const row = { vouchedBy: 'Ruth Osei' }
  expect(inboxItemBehaviour.present?.row(row, role('DENY'))).toEqual({ vouchedBy: null })
  expect(inboxItemBehaviour.present?.row(row, role('READ'))).toEqual(row)
})
