import type { EventLevel } from '@courtcrier/contract/event-levels.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newId } from '../../base/db/ids.ts'
import { plantFiling, type TestServices } from '../copies/test-filing.ts'
import type { OutgoingMail } from '../mail/outgoing-mail.ts'
import { claimAllDue } from './schedule.ts'
import {
  plantCopy,
  plantEvent,
  plantNotice,
  plantPerson,
  plantScheduled,
  runAt,
  type TestMail,
  withTestMail,
} from './test-digests.ts'

const ops = 'ops@hale-osei.example'
const long = '2026-11-01T00:00:00Z'
let services: TestServices
let server: TestMail
withTestMail((opened) => {
  ;({ services, server } = opened)
})

test("people in a group with the activity report get the group's sent, failed and opened notifications", async () => {
  const filing = await plantFiling(services)
  const group = { receive_daily_activity_report: true, time_zone: 'America/New_York', updated_at: long }
  const person = await plantPerson(services, 'desk@hale-osei.example', { group })
  const other = await plantPerson(services, 'other@hale-osei.example', { group: {} })
  const told = { status: 'sent', cadence: 'REALTIME', timekeeper_id: person }
  const at = '2026-11-21T15:00:00Z'
  await plantScheduled(services, filing, { email: 'desk@hale-osei.example', at, ...told, open_count: 2 })
  const failed = { ...told, status: 'failed', sentence: 'No such user.' }
  await plantScheduled(services, filing, { email: 'old@hale-osei.example', at, ...failed })
  await plantScheduled(services, filing, { email: 'before@hale-osei.example', ...told, at: '2026-11-20T15:00:00Z' })
  await plantScheduled(services, filing, { email: 'other@hale-osei.example', at, ...told, timekeeper_id: other })
  await runAt(services, server.mail, '2026-11-21T22:00:00Z')
  await runAt(services, server.mail, '2026-11-22T22:00:00Z')
  const [sent, ...more] = await server.catcher.parsed()
  expect(more).toEqual([])
  expect(sent).toMatchObject({
    subject: 'Activity: 2 notices, November 21',
    to: [{ address: 'desk@hale-osei.example' }],
  })
  expect(sent?.text).toContain('1 notified · 1 failed · 1 opened · 0 waiting or canceled')
  expect(sent?.text).toContain('Person desk · Sent · Opened')
  expect(sent?.text).toContain('Failed · No such user.')
  expect(sent?.html).toContain(`/load-notice/${filing.itemId}`)
})

test('copies that failed since the last report are listed once; if none failed, no email is sent', async () => {
  const filing = await plantFiling(services, { firm: { dms_failure_report_emails: [ops], updated_at: long } })
  await plantCopy(services, filing, {
    at: '2026-11-20T12:00:00Z',
    status: 'failed',
    sentence: "The folder doesn't exist.",
  })
  await plantCopy(services, filing, { at: '2026-11-20T12:00:00Z', status: 'succeeded' })
  await runAt(services, server.mail, '2026-11-20T17:00:00Z')
  await runAt(services, server.mail, '2026-11-21T17:00:00Z')
  await plantCopy(services, filing, {
    at: '2026-11-21T18:00:00Z',
    status: 'failed',
    sentence: 'The log-in was refused.',
  })
  // The server was down for three days.
  await runAt(services, server.mail, '2026-11-24T17:30:00Z')
  const mails = await server.catcher.parsed()
  expect(mails.map(({ subject }) => subject)).toEqual([
    '1 copy not saved to DMS, November 20',
    '1 copy not saved to DMS, November 24',
  ])
  const nextStep = 'Fix the cause, then choose Save to DMS again.'
  expect(mails.map(({ text }) => /The (folder|log-in).*$/m.exec(text ?? '')?.[0])).toEqual([
    `The folder doesn't exist. ${nextStep}`,
    `The log-in was refused. ${nextStep}`,
  ])
})

test('a copy that failed is listed with the case that it is for', async () => {
  const filing = await plantFiling(services, { firm: { dms_failure_report_emails: [ops], updated_at: long } })
  const { caseId } = await plantFiling(services)
  await sql`update cases set name = 'Doe v. Roe' where id = ${caseId}::uuid`.execute(services.database.kysely)
  await plantCopy(services, filing, { at: '2026-11-20T12:00:00Z', status: 'failed', sentence: 'Full.', caseId })
  await runAt(services, server.mail, '2026-11-20T17:00:00Z')
  const [sent] = await server.catcher.parsed()
  expect(sent?.text).toContain('Doe v. Roe: Motion for Summary Judgment')
})

test('a report counts what its reader may not see, without naming it', async () => {
  const filing = await plantFiling(services, { firm: { dms_failure_report_emails: [ops], updated_at: long } })
  await plantCopy(services, filing, {
    at: '2026-11-20T12:00:00Z',
    status: 'failed',
    sentence: "The folder doesn't exist.",
  })
  await sql`insert into ethical_walls (firm_id, id, name, wall_type, matter_id, timekeeper_ids)
    select 1, ${newId()}::uuid, 'Wall', 'INCLUSIONARY', matter_id, '{}' from cases`.execute(services.database.kysely)
  await runAt(services, server.mail, '2026-11-20T17:00:00Z')
  const [sent] = await server.catcher.parsed()
  expect(sent?.subject).toBe('1 copy not saved to DMS, November 20')
  expect(sent?.text).toContain('1 behind an ethical wall is not listed.')
  expect(sent?.text).not.toContain('Acme')
})

test('notices that still need a case are listed for the firm', async () => {
  await plantFiling(services, { firm: { case_not_found_report_emails: [ops], updated_at: long } })
  await plantNotice(services, { docket_number: '1:26-cv-1', reason: 'No case has this number in S.D.N.Y.' })
  await plantNotice(services, { docket_number: '1:26-cv-2', status: 'Succeeded' })
  await plantNotice(services, { docket_number: '1:26-cv-3', next_stage: 'parse' })
  await runAt(services, server.mail, '2026-11-20T17:00:00Z')
  await runAt(services, server.mail, '2026-11-21T17:00:00Z')
  const [sent, ...more] = await server.catcher.parsed()
  expect(more).toEqual([])
  expect(sent).toMatchObject({ subject: '1 notice without a case, November 20', to: [{ address: ops }] })
  expect(sent?.text).toContain('1:26-cv-1')
  expect(sent?.text).toContain('No case has this number in S.D.N.Y. Choose its case or create it.')
})

test('the report of notices without a case says what to do beside each, in the reason’s own words if it has any', async () => {
  await plantFiling(services, { firm: { case_not_found_report_emails: [ops], updated_at: long } })
  const reasons = [
    'No case has this number in S.D.N.Y. The rule "New" made none, because the notice doesn\'t name the case.',
    '2 cases have this number. Choose one.',
    'A case has this number, but the courts differ. Compare the two, then choose the case.',
  ]
  for (const [index, reason] of reasons.entries())
    await plantNotice(services, { docket_number: `1:26-cv-${index}`, reason })
  await runAt(services, server.mail, '2026-11-20T17:00:00Z')
  const [sent] = await server.catcher.parsed()
  const said = reasons.map((reason, index) => (index === 0 ? `${reason} Choose its case or create it.` : reason))
  expect(sent?.text?.match(/^ {2}(?:No case|2 cases|A case) .*$/gm)?.map((line) => line.trim())).toEqual(said)
})

test('the first report is sent at the first scheduled time after it was requested', async () => {
  const firm = { dms_failure_report_emails: [ops], updated_at: '2026-11-20T17:30:00Z' }
  const filing = await plantFiling(services, { firm })
  await plantCopy(services, filing, { at: '2026-11-20T16:00:00Z', status: 'failed' })
  expect(await claimAllDue(services, new Date('2026-11-21T16:59:00Z'))).toBe(0)
  expect(await claimAllDue(services, new Date('2026-11-21T17:00:00Z'))).toBe(1)
})

test.each<[string, EventLevel[]]>([
  ['INFO', ['INFO', 'AUDIT', 'WARNING', 'ERROR', 'CRITICAL']],
  ['AUDIT', ['AUDIT', 'WARNING', 'ERROR', 'CRITICAL']],
  ['WARNING', ['WARNING', 'ERROR', 'CRITICAL']],
  ['ERROR', ['ERROR', 'CRITICAL']],
  ['CRITICAL', ['CRITICAL']],
])('events of level %s and above are reported', async (level, expected) => {
  await plantFiling(services, { firm: { error_notification_emails: [ops], error_notification_level: level } })
  for (const each of ['INFO', 'AUDIT', 'WARNING', 'ERROR', 'CRITICAL'] as const)
    await plantEvent(services, { level: each, at: '2026-11-20T12:01:00Z' })
  await runAt(services, server.mail, '2026-11-20T12:05:00Z')
  const [sent] = await server.catcher.parsed()
  expect([...(sent?.text ?? '').matchAll(/^ {2}(\w+) · other/gm)].map(([, name]) => name)).toEqual(expected)
})

test('a reminder of what ends is reported whatever the level, so that there is time to renew it', async () => {
  const firm = { error_notification_emails: [ops], error_notification_level: 'CRITICAL' }
  await plantFiling(services, { firm })
  const at = '2026-11-20T12:01:00Z'
  for (const action of ['mailbox_expires', 'provider_expires', 'mailbox_tested'])
    await plantEvent(services, { level: 'WARNING', at, sentence: `About ${action}.`, action })
  await runAt(services, server.mail, '2026-11-20T12:05:00Z')
  const [sent] = await server.catcher.parsed()
  expect([...(sent?.text ?? '').matchAll(/About (\w+)\./g)].map(([, action]) => action)).toEqual([
    'mailbox_expires',
    'provider_expires',
  ])
})

test('events are collected for up to five minutes into one email per address, each event once', async () => {
  const emails = [ops, 'Second@hale-osei.example']
  await plantFiling(services, { firm: { error_notification_emails: emails } })
  await plantEvent(services, { at: '2026-11-20T12:01:00Z', sentence: 'The first happened.' })
  await plantEvent(services, { at: '2026-11-20T12:04:00Z', sentence: 'The second happened.' })
  expect(await claimAllDue(services, new Date('2026-11-20T12:04:59Z'))).toBe(0)
  expect(await runAt(services, server.mail, '2026-11-20T12:05:00Z')).toBe(2)
  await plantEvent(services, { at: '2026-11-20T12:06:00Z', sentence: 'The third happened.' })
  expect(await runAt(services, server.mail, '2026-11-20T12:07:00Z')).toBe(0)
  expect(await runAt(services, server.mail, '2026-11-20T12:10:05Z')).toBe(2)
  expect(await runAt(services, server.mail, '2026-11-20T13:00:00Z')).toBe(0)
  const mails = await server.catcher.parsed()
  expect(mails.map(({ to, subject }) => [to?.[0]?.address, subject])).toEqual([
    [ops, 'Courtcrier: 2 events'],
    ['second@hale-osei.example', 'Courtcrier: 2 events'],
    [ops, 'Courtcrier: The third happened.'],
    ['second@hale-osei.example', 'Courtcrier: The third happened.'],
  ])
})

test('an event whose transaction ended late is still reported', async () => {
  await plantFiling(services, { firm: { error_notification_emails: [ops] } })
  await plantEvent(services, { at: '2026-11-20T12:01:00Z' })
  await runAt(services, server.mail, '2026-11-20T12:05:00Z')
  await plantEvent(services, { at: '2026-11-20T12:00:00Z', sentence: 'An import of ten minutes ended.' })
  await runAt(services, server.mail, '2026-11-20T12:10:00Z')
  expect((await server.catcher.parsed()).at(-1)?.subject).toBe('Courtcrier: An import of ten minutes ended.')
})

test('the failure of an error notification is an event that no error notification reports', async () => {
  const firm = { error_notification_emails: [ops], error_notification_level: 'INFO' }
  await plantFiling(services, { firm })
  await plantEvent(services, { at: '2026-11-20T12:01:00Z' })
  const away: OutgoingMail = { ...server.mail, send: async () => ({ retry: 'The mail server is away.' }) }
  const refusing: OutgoingMail = {
    ...server.mail,
    send: async () => ({ rejected: 'No such user.', isTooLarge: false }),
  }
  await runAt(services, away, '2026-11-20T12:05:00Z')
  await plantEvent(services, { at: '2026-11-20T12:06:00Z', sentence: 'Meanwhile something happened.' })
  // Nothing new is queued while one waits.
  expect(await runAt(services, refusing, '2026-11-20T12:10:00Z')).toBe(0)
  expect(await levelsOfFailures()).toEqual(['WARNING', 'ERROR'])
  await sql`update system_events set created_at = '2026-11-20T12:11:00Z' where facts ->> 'mail' = 'errors'`.execute(
    services.database.kysely,
  )
  expect(await runAt(services, server.mail, '2026-11-20T12:15:00Z')).toBe(1)
  expect(await runAt(services, server.mail, '2026-11-20T12:20:00Z')).toBe(0)
  const mails = await server.catcher.parsed()
  expect(mails.map(({ subject }) => subject)).toEqual(['Courtcrier: Meanwhile something happened.'])
})

async function levelsOfFailures(): Promise<string[]> {
  const { rows } = await sql<{ level: string }>`
    select level from system_events where facts ->> 'mail' = 'errors' order by id`.execute(services.database.kysely)
  return rows.map(({ level }) => level)
}
