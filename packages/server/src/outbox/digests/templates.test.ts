import { type ClockKind, clockPlaceholders } from '@courtcrier/contract/clock-placeholders.ts'
import { templateStarters } from '@courtcrier/contract/template-starters.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { plantFiling, rowById, type TestServices } from '../copies/test-filing.ts'
import { composeDaily } from './compose-daily.ts'
import type { DigestFiling } from './filings.ts'
import {
  plantCopy,
  plantNotice,
  plantPerson,
  plantScheduled,
  plantTemplate,
  plantWall,
  runAt,
  type TestMail,
  withTestMail,
} from './test-digests.ts'

const email = 'r.osei@hale-osei.example'
const at = '2026-11-21T10:00:00Z'
const five = '2026-11-21T17:00:00Z'
const loop =
  '{% for case in cases %}<h3>{{ case.name }}</h3>{% for filing in case.filings %}<p>{{ filing.event }}</p><p>{{ filing.documents }}</p>{% endfor %}{% endfor %}'

describe('through the mail server', () => {
  let services: TestServices
  let server: TestMail
  withTestMail((opened) => {
    ;({ services, server } = opened)
  })
  const daily = (values: Record<string, unknown>) =>
    plantTemplate(services, 'daily_message_template_id', { kind: 'DAILY_MESSAGE', ...values })
  const events = async () => {
    const { rows } = await sql<{ sentence: string; entity: string; entity_id: string }>`
      select sentence, entity, entity_id from system_events where entity = 'email_template'`.execute(
      services.database.kysely,
    )
    return rows
  }

  test("the daily message uses the firm's template, with documents and reasons where it names them", async () => {
    const filing = await plantFiling(services, { documents: [{ content: 'pdf' }, { content: 'x', sealed: true }] })
    await daily({ subject: 'Ours, {{ message.day | date: "%-d.%-m." }}: {{ person.name }}', body: loop })
    const person = await plantPerson(services, email)
    const told = await plantScheduled(services, filing, { email, at, timekeeper_id: person })
    await runAt(services, server.mail, five)
    const [sent] = await server.catcher.parsed()
    expect(sent?.subject).toBe('Ours, 21.11.: Person r.osei')
    expect(sent?.text).toMatch(/^Acme, Inc. v. Doe\n\nMotion for Summary Judgment\n\n {2}- /)
    for (const part of [sent?.text, sent?.html]) {
      expect(part).toContain(`/load-document/${filing.documents[0]?.id}?told=${told}`)
      expect(part).toContain('Sealed, so it is not sent by mail.')
      expect(part).toContain(`/load-notice/${filing.itemId}`)
      expect(part).toContain('Assigned to the case Acme, Inc. v. Doe.')
      expect(part).toContain('Why you receive this')
      expect(part).not.toContain('1 filing in 1 case')
    }
    expect(await events()).toEqual([])
  })

  test('if a template fails, every message still goes out, with one event for the day', async () => {
    const filing = await plantFiling(services)
    const id = await daily({ name: 'Ours', subject: 'x', body: '{% for case in cases %}' })
    const told = await plantScheduled(services, filing, { email, at })
    await plantScheduled(services, filing, { email: 'second@hale-osei.example', at })
    await runAt(services, server.mail, five)
    expect((await server.catcher.parsed()).map(({ subject }) => subject)).toEqual([
      '1 filing in 1 case, November 21',
      '1 filing in 1 case, November 21',
    ])
    expect(await events()).toEqual([
      {
        entity: 'email_template',
        entity_id: id,
        sentence: expect.stringMatching(/^The body of the email template "Ours" could not be used: .*not closed/),
      },
    ])
    expect((await rowById(services, 'deliveries', told)).sentence).toMatch(
      /in the daily message of November 21\. The body of the email template "Ours" could not be used/,
    )
  })

  test('what a wall hides never reaches the template', async () => {
    const filing = await plantFiling(services, { envelope: { case_name: 'Walled off' } })
    const open = await plantFiling(services, {
      envelope: { case_id: null, case_name: 'Roe', event: 'Order', docket_text: '' },
      documents: [{ title: 'The order' }],
    })
    const person = await plantPerson(services, email)
    await plantScheduled(services, filing, { email, at, timekeeper_id: person })
    await plantScheduled(services, open, { email, at, timekeeper_id: person, reason: 'A rule.' })
    await plantWall(services, filing, { people: [person] })
    await daily({
      subject: '{{ message.filing_count }} in {{ message.case_count }}',
      body: '{% for case in cases %}{{ case.name }} {{ case.matter_name }} {% for filing in case.filings %}{{ filing.event }} {{ filing.docket_text }}{% endfor %}{% endfor %}',
    })
    await runAt(services, server.mail, five)
    const [sent] = await server.catcher.parsed()
    expect(sent?.subject).toBe('1 in 1')
    expect(sent?.text).toContain('Order')
    expect(`${sent?.text}${sent?.html}`).not.toMatch(/Walled|Acme|PATENTS|Motion/i)
  })

  test.each([
    [
      'DMS_FAILURE_REPORT',
      { emails: 'dms_failure_report_emails', template: 'dms_failure_report_template_id' },
      "The folder doesn't exist.",
    ],
    [
      'CASE_NOT_FOUND_REPORT',
      { emails: 'case_not_found_report_emails', template: 'case_not_found_report_template_id' },
      'No case has this number.',
    ],
  ] as const)(
    "a %s is composed from the firm's template, and lists what the template leaves out",
    async (kind, setting, word) => {
      const firm = { [setting.emails]: [email], updated_at: '2026-11-01T00:00:00Z' }
      const filing = await plantFiling(services, { firm })
      const happen = async (moment: string) => {
        await plantCopy(services, filing, { at: moment, status: 'failed', sentence: "The folder doesn't exist." })
        await plantNotice(services, { reason: 'No case has this number.' })
        await sql`update history set at = ${moment}::timestamptz where stage = 'match'`.execute(
          services.database.kysely,
        )
      }
      const { subject, body } = templateStarters[kind]
      await plantTemplate(services, setting.template, { kind, subject, body })
      await happen(at)
      await runAt(services, server.mail, five)
      await sql`update email_templates set subject = 'Short', body = '<p>See below.</p>'`.execute(
        services.database.kysely,
      )
      await sql`delete from inbox_items where reason is not null`.execute(services.database.kysely)
      await happen('2026-11-22T10:00:00Z')
      await runAt(services, server.mail, '2026-11-22T17:00:00Z')
      const [made, short] = await server.catcher.parsed()
      expect(made?.subject).toMatch(/November 21: 1$/)
      expect(made?.text?.match(new RegExp(word.replaceAll('.', '\\.'), 'g'))).toHaveLength(1)
      expect(made?.text).toContain('/load-notice/')
      expect(short?.subject).toBe('Short')
      expect(short?.text).toMatch(/^See below\.\n\n/)
      expect(short?.text).toContain(word)
      expect(short?.text).toContain('Why you receive this')
    },
  )

  test("the activity report uses the firm's template", async () => {
    const filing = await plantFiling(services)
    const group = { receive_daily_activity_report: true, updated_at: '2026-11-01T00:00:00Z' }
    const person = await plantPerson(services, email, { group })
    await plantScheduled(services, filing, { email, at, timekeeper_id: person, status: 'sent', cadence: 'REALTIME' })
    const { subject, body } = templateStarters.ACTIVITY_REPORT
    const setting = 'activity_report_template_id'
    await plantTemplate(services, setting, { kind: 'ACTIVITY_REPORT', subject, body })
    await runAt(services, server.mail, five)
    const [sent] = await server.catcher.parsed()
    expect(sent?.subject).toBe('Notices on November 21: 1')
    expect(sent?.text).toContain('1 notified, 0 failed, 0 opened, 0 waiting or canceled')
    expect(sent?.text).toMatch(/Acme, Inc. v. Doe: Motion for Summary Judgment .*\nPerson r\.osei: Sent/)
  })
})

const row = {
  id: '0',
  email,
  name: 'Ruth Osei',
  day: '2026-11-21',
  firm: { name: 'Firm', primaryColor: null, replyToEmail: null, publicDocumentAccess: false, timeZone: null },
}
const sender = {
  publicUrl: 'https://notices.hale-osei.example',
  consoleUrl: 'https://notices.hale-osei.example',
  mailFrom: 'courtcrier@hale-osei.example',
}

/** Pieces of templates: valid ones, and ones meant to hide what follows. */
const piece = fc.constantFrom(
  ...[
    '<p>',
    '</p>',
    '<div style="display:none">',
    '<!--',
    '<style>',
    '<table><tr><td>',
    '<textarea>',
    '<b>x',
    'Dear all',
  ],
  ...['{% if false %}', '{% endif %}', '{% for case in cases %}', '{% for filing in case.filings %}', '{% endfor %}'],
  ...[
    '{{ filing.documents }}',
    '{{ filing.event }}',
    '<a href="{{ filing.url }}">',
    '<p title="{{ filing.documents }}">',
  ],
  ...[
    '{{ filing.documents | truncate: 20 }}',
    '{{ filing.documents | upcase }}',
    '{{ cases[0].filings[0].documents }}',
  ],
)

test('whatever the template, every filing has its documents, its reason and its link', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 14 }), fc.integer({ min: 1, max: 5 }), async (pieces, count) => {
      const filings = Array.from({ length: count }, (_, n) => filingNamed(`f${n}`, `case-${n % 2}`))
      const template = { id: 't', kind: 'DAILY_MESSAGE' as ClockKind, name: 'Ours', subject: '', body: pieces.join('') }
      const { mail } = await composeDaily(row, filings, { ...sender, template })
      for (const { itemId, documents, reason } of filings)
        for (const part of [mail.text, mail.html])
          for (const word of [`/load-notice/${itemId}`, `/load-document/${documents[0]?.id}`, reason ?? ''])
            expect(part).toContain(word)
      // A leftover part of a mark would be a meaningless word.
      expect(mail.html).not.toMatch(/part[0-9a-f]{8}/i)
      expect(mail.html).toContain('Why you receive this')
    }),
    { numRuns: 400 },
  )
})

test.each(Object.keys(clockPlaceholders) as ClockKind[])('the starter of %s loops over its content', (kind) => {
  expect(templateStarters[kind].loop).toContain(`in ${clockPlaceholders[kind].list.name}`)
})

test("the starter template of the daily message says the same as Courtcrier's own format", async () => {
  const filings = [filingNamed('one', 'a'), filingNamed('two', 'a'), filingNamed('three', 'b')]
  const template = { id: 't', kind: 'DAILY_MESSAGE' as ClockKind, name: 'Ours', ...templateStarters.DAILY_MESSAGE }
  const { mail: own } = await composeDaily(row, filings, sender)
  const { mail, templateProblem } = await composeDaily(row, filings, { ...sender, template })
  expect(templateProblem).toBeUndefined()
  const linksOf = (text: string) => new Set(text.match(/https:\/\/\S+?(?=[\s>"]|$)/g))
  expect(linksOf(mail.text)).toEqual(linksOf(own.text))
  for (const word of ['Case a', 'Case b', 'Event of one', 'Text of two', 'Why of three', 'Matter of a'])
    expect(mail.text, word).toContain(word)
})

function filingNamed(name: string, caseId: string): DigestFiling {
  const document = { id: `document-${name}`, number: '1', title: 'Order', verdict: 'fetched', sentence: null }
  const file = { fileId: 'f', size: 10, pages: 1, sealed: false, originalFileName: null, uploaded: false }
  return {
    digestId: 'd',
    deliveryId: `delivery-${name}`,
    status: 'scheduled',
    itemId: `item-${name}`,
    envelopeId: `envelope-${name}`,
    timekeeperId: null,
    inactive: null,
    reason: `Why of ${name}`,
    caseId,
    caseIds: [caseId],
    caseName: `Case ${caseId}`,
    docketNumber: '1:26-cv-1',
    courtId: null,
    matter: `Matter of ${caseId}`,
    matterNumber: '7',
    client: null,
    clientNumber: null,
    event: `Event of ${name}`,
    docketText: `Text of ${name}`,
    documentNumber: null,
    date: '2026-11-20',
    isSealed: false,
    documents: [{ ...document, ...file, copies: [] } as DigestFiling['documents'][number]],
  }
}
