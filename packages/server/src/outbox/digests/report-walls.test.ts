import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { withSystem } from '../../base/db/firm-transaction.ts'
import { newId } from '../../base/db/ids.ts'
import { insert, plantFiling, type TestServices } from '../copies/test-filing.ts'
import {
  plantCopy,
  plantEvent,
  plantNotice,
  plantPerson,
  plantWall,
  runAt,
  type TestMail,
  withTestMail,
} from './test-digests.ts'

const at = '2026-11-20T12:00:00Z'
let services: TestServices
let server: TestMail
withTestMail((opened) => {
  ;({ services, server } = opened)
})

const lists = ['dms_failure_report_emails', 'case_not_found_report_emails', 'error_notification_emails']

/**
 * Sends everything that the report lists of the firm get about one walled filing: a copy, a notice that may belong to
 * its case, events.
 */
async function tellAll(email: string, wallType: string, named: (ids: Record<string, string>) => string[]) {
  const settings = Object.fromEntries(lists.map((list) => [list, [email]]))
  const firm = { ...settings, error_notification_level: 'INFO', updated_at: '2026-11-01T00:00:00Z' }
  const filing = await plantFiling(services, { firm, envelope: { case_name: 'Acme secret' } })
  const inside = await plantPerson(services, 'inside@hale-osei.example')
  const outside = await plantPerson(services, 'outside@hale-osei.example', {
    additional_receipt_emails: ['assistant@hale-osei.example'],
  })
  await plantUser('user-of-outside@hale-osei.example', outside)
  await plantUser('user-of-inside@hale-osei.example', inside)
  await plantUser('admin@hale-osei.example', null)
  await plantPerson(services, 'gone@hale-osei.example', { status: 'Inactive' })
  await plantWall(services, filing, { wallType, people: named({ inside, outside }) })
  await plantCopy(services, filing, { at, status: 'failed', sentence: 'The Acme folder is not there.' })
  const item = await plantNotice(services, { case_name: 'Acme secret', reason: 'Two cases have this number.' })
  await withSystem(services.database, (trx) =>
    insert(trx, 'item_progress', {
      firm_id: 1,
      id: item,
      outcomes: JSON.stringify({ review: { candidates: [filing.caseId] } }),
    }),
  )
  const told = { entity: 'case', entity_id: filing.caseId, envelope: filing.envelopeId, inbox_item: filing.itemId }
  for (const [entity, entity_id] of [
    ['case', told.entity_id],
    ['envelope', told.envelope],
    ['inbox_item', told.inbox_item],
    ['document', filing.documents[0]?.id ?? ''],
  ] as const)
    await plantEvent(services, { at, entity, entity_id, sentence: `The ${entity} Acme secret changed.` })
  await plantEvent(services, { at, sentence: 'The mail server is away.' })
  await runAt(services, server.mail, '2026-11-20T17:00:00Z')
  return server.catcher.parsed()
}

test.each([
  ['nobody is known by', 'ops@elsewhere.example', 'EXCLUSIONARY', ['outside'], 'hidden'],
  ['nobody is known by', 'ops@elsewhere.example', 'INCLUSIONARY', ['inside'], 'hidden'],
  ['is outside of a wall', 'outside@hale-osei.example', 'EXCLUSIONARY', ['outside'], 'hidden'],
  ['is not named among those inside', 'outside@hale-osei.example', 'INCLUSIONARY', ['inside'], 'hidden'],
  ['is the additional one of who is outside', 'assistant@hale-osei.example', 'EXCLUSIONARY', ['outside'], 'hidden'],
  ['is that of the user of who is outside', 'user-of-outside@hale-osei.example', 'EXCLUSIONARY', ['outside'], 'hidden'],
  ['is that of a user who is nobody inside', 'admin@hale-osei.example', 'INCLUSIONARY', ['inside'], 'hidden'],
  ['belongs to who is inside', 'inside@hale-osei.example', 'EXCLUSIONARY', ['outside'], 'shown'],
  ['is named among those inside', 'Inside@hale-osei.example', 'INCLUSIONARY', ['inside'], 'shown'],
  ['is that of the user of who is inside', 'user-of-inside@hale-osei.example', 'INCLUSIONARY', ['inside'], 'shown'],
  ['is that of a user whom no wall keeps out', 'admin@hale-osei.example', 'EXCLUSIONARY', ['outside'], 'shown'],
])('to an address that %s (%s, %s %s) what is behind the wall is %5$s', async (_, email, wallType, named, expected) => {
  const mails = await tellAll(email, wallType, (ids) => named.flatMap((name) => ids[name] ?? []))
  expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
    '1 copy not saved to DMS, November 20',
    '1 notice without a case, November 20',
    'Courtcrier: 5 events',
  ])
  for (const { subject, text = '', html = '' } of mails) {
    const isShown = expected === 'shown'
    expect(/Acme/.test(text), subject ?? '').toBe(isShown)
    expect(/Acme/.test(html || ''), subject ?? '').toBe(isShown)
    expect(/behind an ethical wall (is|are) not listed/.test(text), subject ?? '').toBe(!isShown)
  }
  const events = mails.find(({ subject }) => subject?.endsWith('events'))
  expect(events?.text).toContain('The mail server is away.')
})

test.each(['case_id', 'envelope_id'])(
  'a notice that needs a case, and belonged to a walled one by its %s, is counted and not named',
  async (column) => {
    const firm = { case_not_found_report_emails: ['outside@hale-osei.example'], updated_at: '2026-11-01T00:00:00Z' }
    const filing = await plantFiling(services, { firm })
    const outside = await plantPerson(services, 'outside@hale-osei.example')
    await plantWall(services, filing, { wallType: 'EXCLUSIONARY', people: [outside] })
    const led = column === 'case_id' ? filing.caseId : filing.envelopeId
    await plantNotice(services, { case_name: 'Acme secret', reason: 'No case has this number.', [column]: led })
    await runAt(services, server.mail, '2026-11-20T17:00:00Z')
    const [sent] = await server.catcher.parsed()
    expect(sent?.subject).toBe('1 notice without a case, November 20')
    expect(sent?.text).toContain('1 behind an ethical wall is not listed.')
    expect(sent?.text).not.toContain('Acme')
  },
)

test('for someone who left the firm, everything is counted and nothing is named', async () => {
  const mails = await tellAll('gone@hale-osei.example', 'EXCLUSIONARY', ({ outside = '' }) => [outside])
  expect(mails).toHaveLength(3)
  for (const { text } of mails) {
    expect(text).toMatch(/\d not listed, because this address belongs to someone who is inactive\./)
    expect(text).not.toMatch(/Acme|away/)
  }
})

test('the subject does not quote the only event if it is about a walled record', async () => {
  const firm = { error_notification_emails: ['ops@elsewhere.example'] }
  const filing = await plantFiling(services, { firm })
  await plantWall(services, filing, { people: [newId()] })
  await plantEvent(services, { at, entity: 'case', entity_id: filing.caseId, sentence: 'The case Acme changed.' })
  await runAt(services, server.mail, '2026-11-20T12:10:00Z')
  const [sent] = await server.catcher.parsed()
  expect(sent?.subject).toBe('Courtcrier: 1 event')
  expect(sent?.text).toContain('1 behind an ethical wall is not listed.')
  expect(sent?.text).not.toContain('Acme')
})

test('an event about a deleted record is counted, not listed, to anyone a wall excludes', async () => {
  const firm = { error_notification_emails: ['inside@hale-osei.example', 'outside@hale-osei.example'] }
  const filing = await plantFiling(services, { firm })
  await plantPerson(services, 'inside@hale-osei.example')
  const outside = await plantPerson(services, 'outside@hale-osei.example')
  await plantWall(services, filing, { people: [outside] })
  await plantEvent(services, { at, entity: 'case', entity_id: newId(), sentence: 'The case Acme was deleted.' })
  await runAt(services, server.mail, '2026-11-20T12:10:00Z')
  const sent = await server.catcher.parsed()
  const textTo = (name: string) => sent.find(({ to }) => to?.[0]?.address?.startsWith(name))?.text
  expect(textTo('inside')).toContain('Acme')
  expect(textTo('outside')).toContain('1 behind an ethical wall is not listed.')
  expect(textTo('outside')).not.toContain('Acme')
})

test('nothing is listed that the role of the person who entered the address does not include', async () => {
  const email = 'carol@elsewhere.example'
  const settings = Object.fromEntries(lists.map((list) => [list, [email]]))
  const firm = { ...settings, error_notification_level: 'INFO', updated_at: '2026-11-01T00:00:00Z' }
  const filing = await plantFiling(services, { firm, envelope: { case_name: 'Acme secret' } })
  await plantCopy(services, filing, { at, status: 'failed', sentence: 'The Acme folder is not there.' })
  await plantNotice(services, { case_name: 'Acme secret', reason: 'Two cases have this number.' })
  await plantEvent(services, { at, sentence: 'The case Acme changed.' })
  // The role may do nothing.
  await plantUser('carol@hale-osei.example', null)
  const fields = ['dmsFailureReportEmails', 'caseNotFoundReportEmails', 'errorNotificationEmails']
  await withSystem(services.database, (trx) =>
    sql`insert into directors (firm_id, entity, record_id, field, value, user_id)
      select 1, 'firm', f.id::text, field, ${email}, u.id from firms f, unnest(${fields}::text[]) as field, users u
      where f.firm_id = 1 and u.email = 'carol@hale-osei.example'`.execute(trx),
  )
  await runAt(services, server.mail, '2026-11-20T17:00:00Z')
  const mails = await server.catcher.parsed()
  expect(mails).toHaveLength(3)
  for (const { subject, text } of mails) {
    expect(`${subject} ${text}`).not.toContain('Acme')
    expect(text).toContain(
      "1 not listed, because the role of the person who entered this address doesn't include them.",
    )
  }
})

async function plantUser(email: string, timekeeperId: string | null): Promise<void> {
  await withSystem(services.database, async (trx) => {
    const role = newId()
    await insert(trx, 'user_security_roles', { firm_id: 1, id: role, name: role })
    await insert(trx, 'users', {
      firm_id: 1,
      id: newId(),
      email,
      full_name: email,
      timekeeper_id: timekeeperId,
      security_role_id: role,
    })
  })
}
