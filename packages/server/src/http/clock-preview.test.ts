import type { DailyPreview, MailPreview } from '@courtcrier/contract/calls/previews.ts'
import {
  type ClockKind,
  clockPlaceholders,
  placeholderGroups,
  withInner,
} from '@courtcrier/contract/clock-placeholders.ts'
import { writePlaceholder } from '@courtcrier/contract/placeholders.ts'
import { templateStarters } from '@courtcrier/contract/template-starters.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { plantFiling, type TestFiling } from '../outbox/copies/test-filing.ts'
import { plantCopy, plantNotice, plantPerson, plantScheduled, plantWall } from '../outbox/digests/test-digests.ts'
import { openTestApi, type TestApi, type TestRole, testEmail } from '../testing/api.ts'
import { dailyPreviewRoutes } from './daily-preview.ts'
import { emailTemplateRoutes } from './email-template.ts'
import { resourceRoutes } from './resources.ts'

const clockKinds = Object.keys(clockPlaceholders) as ClockKind[]
const email = 'r.osei@hale-osei.example'
let api: TestApi
let filing: TestFiling
let person: string
let group: string

beforeAll(async () => {
  api = await openTestApi({
    register: (app, services, { sendMail }) => {
      resourceRoutes(app, services)
      dailyPreviewRoutes(app, services)
      emailTemplateRoutes(app, { ...services, sendMail })
    },
  })
})
afterAll(() => api.close())

const now = () => new Date().toISOString()
const run = (statement: ReturnType<typeof sql>) => statement.execute(api.services.database.kysely)

async function preview(kind: string, body: object, as: TestRole = 'Administrator'): Promise<MailPreview> {
  const url = '/api/v1/email_template/preview'
  const answer = await api.call({ as, method: 'POST', url, body: { kind, ...body } })
  expect(answer.status, answer.text).toBe(200)
  return answer.json() as unknown as MailPreview
}

function starterOf(kind: ClockKind): { subject: string; body: string } {
  const { subject, body } = templateStarters[kind]
  return { subject, body }
}

const daily = (as: TestRole = 'Administrator', timekeeper = '') =>
  api.call({
    as,
    url: `/api/v1/timekeeper_group/${group}/daily-preview${timekeeper && `?timekeeper_id=${timekeeper}`}`,
  })

async function dailyOf(timekeeper = '', as?: TestRole): Promise<DailyPreview> {
  const answer = await daily(as, timekeeper)
  expect(answer.status, answer.text).toBe(200)
  return answer.json() as unknown as DailyPreview
}

test.each(clockKinds)('without activity, a template of the kind %s is shown with made-up values', async (kind) => {
  const { subject, html, problems, is_sample } = await preview(kind, starterOf(kind))
  expect({ problems, is_sample }).toEqual({ problems: [], is_sample: true })
  expect(subject).not.toBe('')
  expect(html).toContain('Sent for Firm 1 by Courtcrier.')
})

describe('with activity', () => {
  beforeAll(async () => {
    filing = await plantFiling(api.services, {
      envelope: {
        event: 'SecretEvent',
        docket_text: 'SecretText',
        case_name: 'SecretName',
        document_number: 'SecretNo',
      },
      documents: [{ title: 'SecretDocument', number: 'SecretNumber' }],
      policy: { name: 'SecretPolicy' },
    })
    await run(sql`update cases set name = 'SecretName'`)
    await run(sql`update matters set name = 'SecretMatter'`)
    person = await plantPerson(api.services, email, { group: { notification_cadence: 'DAILY', time_zone: 'UTC' } })
    await run(sql`update timekeepers set full_name = 'SecretPerson'`)
    const { rows } = await sql<{ id: string }>`select timekeeper_group_id as id from timekeepers`.execute(
      api.services.database.kysely,
    )
    group = rows[0]?.id ?? ''
    await plantScheduled(api.services, filing, { email, at: now(), timekeeper_id: person, reason: 'SecretReason' })
    await plantCopy(api.services, filing, { at: now(), status: 'failed', sentence: 'SecretFailure' })
    await plantNotice(api.services, { case_name: 'SecretUnmatched', event: 'SecretEvent', reason: 'SecretWhy' })
  })

  const secretsOf: Readonly<Record<ClockKind, readonly string[]>> = {
    DAILY_MESSAGE: ['Name', 'Matter', 'Event', 'Text', 'Document', 'Reason'],
    ACTIVITY_REPORT: ['Name', 'Event', 'Person'],
    DMS_FAILURE_REPORT: ['Name', 'Policy', 'Failure'],
    CASE_NOT_FOUND_REPORT: ['Unmatched', 'Event', 'Why'],
  }

  test.each(clockKinds)('a template of the kind %s is previewed with real data, and sent to oneself', async (kind) => {
    const { html, problems, is_sample } = await preview(kind, starterOf(kind))
    expect({ problems, is_sample }).toEqual({ problems: [], is_sample: false })
    for (const secret of secretsOf[kind]) expect(html).toContain(`Secret${secret}`)
    const before = api.mails.length
    const body = { kind, ...starterOf(kind) }
    const answer = await api.call({ as: 'Administrator', method: 'POST', url: '/api/v1/email_template/send', body })
    expect(answer.status, answer.text).toBe(200)
    const [sent] = api.mails.slice(before)
    expect(sent).toMatchObject({ to: testEmail('Administrator'), subject: expect.stringMatching(/^\[Preview\] /) })
    expect(sent?.text).toContain('You are viewing a preview of an email template.')
    for (const secret of secretsOf[kind]) expect(sent?.text).toContain(`Secret${secret}`)
  })

  test('problems with a template are reported, and sending it is refused', async () => {
    const body = '{% for case in cases %}{{ case.nmae }}{% endfor %}'
    const { problems, html } = await preview('DAILY_MESSAGE', { subject: '', body })
    expect(problems).toEqual([{ field: 'body', message: expect.stringContaining('There is no value "case.nmae"') }])
    // As it would be sent: with the built-in message where the template fails.
    expect(html).toContain('SecretDocument')
    const url = '/api/v1/email_template/send'
    const draft = { kind: 'DAILY_MESSAGE', subject: '', body }
    expect((await api.call({ as: 'Administrator', method: 'POST', url, body: draft })).status).toBe(400)
  })

  test('an unknown kind is refused, naming its field', async () => {
    const url = '/api/v1/email_template/preview'
    const body = { kind: 'NEWSLETTER', subject: '', body: '' }
    const refused = await api.call({ as: 'Administrator', method: 'POST', url, body })
    expect(refused.status).toBe(400)
    expect(refused.text).toContain('"field":"kind"')
  })

  const everything = (kind: ClockKind) => {
    const loops = withInner(clockPlaceholders[kind].list)
    const open = loops.map(
      ({ item, name }, n) => `{% for ${item} in ${n > 0 ? `${loops[n - 1]?.item}.` : ''}${name} %}`,
    )
    const named = placeholderGroups(kind).flatMap(({ placeholders }) => placeholders.map(writePlaceholder))
    return `${open.join('')}<p>${named.join(' ')}</p>${'{% endfor %}'.repeat(open.length)}`
  }

  const sees = {
    email_template_access: 'FULL',
    timekeeper_group_access: 'READ',
    timekeeper_access: 'READ',
    envelope_access: 'READ',
    delivery_access: 'READ',
    document_access: 'READ',
    document_copy_access: 'READ',
    case_access: 'READ',
    matter_access: 'READ',
    storage_policy_access: 'READ',
    inbox_item_access: 'READ',
  }

  async function withRole<T>(role: object, act: () => Promise<T>): Promise<T> {
    const body = { name: `Role ${Math.random()}`, user_ids: [api.userIds[1].Manager], ...role }
    const made = await api.call({ as: 'Administrator', method: 'POST', url: '/api/v1/user_security_role', body })
    expect(made.status, made.text).toBe(201)
    await api.giveRole('Manager', String(made.json().id))
    const result = await act()
    await api.giveRole('Manager', api.firms[1].roleIds.Manager)
    return result
  }

  test.each([
    [{}, []],
    [{ case_permissions: { name: 'DENY' } }, ['SecretName']],
    [{ case_access: 'DENY' }, ['SecretName', 'SecretMatter']],
    [{ case_permissions: { matter_id: 'DENY' } }, ['SecretMatter']],
    [{ matter_permissions: { name: 'DENY' } }, ['SecretMatter']],
    [{ matter_access: 'DENY' }, ['SecretMatter']],
    [{ envelope_permissions: { event: 'DENY', docket_text: 'DENY' } }, ['SecretText']],
    [{ envelope_permissions: { document_number: 'DENY' } }, ['SecretNo<', 'SecretNo ']],
    [{ document_permissions: { title: 'DENY' } }, ['SecretDocument', 'SecretNumber']],
    [{ document_permissions: { number: 'DENY' } }, ['SecretNumber']],
    [{ document_access: 'DENY' }, ['SecretDocument', 'SecretNumber']],
    [{ delivery_permissions: { reason: 'DENY' } }, ['SecretReason']],
    [{ timekeeper_permissions: { full_name: 'DENY' } }, ['SecretPerson']],
    [{ document_copy_permissions: { sentence: 'DENY' } }, ['SecretFailure']],
    [{ storage_policy_permissions: { name: 'DENY' } }, ['SecretPolicy']],
    [{ inbox_item_permissions: { case_name: 'DENY', reason: 'DENY' } }, ['SecretUnmatched', 'SecretWhy']],
    [{ inbox_item_access: 'DENY' }, ['SecretUnmatched', 'SecretWhy']],
    [{ envelope_access: 'DENY' }, ['SecretName', 'SecretText', 'SecretReason', 'SecretFailure', 'SecretPerson']],
  ])('a role with %j sees nothing that its lists do not show', async (denied, hidden) => {
    const shown = await withRole({ ...sees, ...denied }, async () => {
      const previews: unknown[] = []
      for (const kind of clockKinds)
        for (const body of ['', everything(kind)]) previews.push(await preview(kind, { subject: '', body }, 'Manager'))
      return JSON.stringify([...previews, (await daily('Manager')).json()])
    })
    for (const word of hidden) expect(shown).not.toContain(word)
    const all = [
      'SecretName',
      'SecretMatter',
      'SecretText',
      'SecretDocument',
      'SecretReason',
      'SecretPerson',
      'SecretWhy',
    ]
    if (hidden.length === 0) for (const word of all) expect(shown).toContain(word)
  })

  test('the daily message of a group is previewed as it would be sent to one of its people', async () => {
    const shown = await dailyOf()
    expect(shown).toMatchObject({
      person: { id: person, name: 'SecretPerson' },
      people: [{ id: person, name: 'SecretPerson' }],
      source: 'waiting',
      withheld: 0,
      cadence: 'DAILY',
      time_zone: 'UTC',
      template: null,
      problem: null,
    })
    expect(Date.parse(shown.at)).toBeGreaterThan(Date.now())
    expect(shown.subject).toMatch(/^1 filing in 1 case, /)
    expect(shown.html).toContain('SecretReason')
    const ids = await run(sql`select id from digests`)
    expect(ids.rows).toEqual([])
  })

  test("it uses the firm's template, which is named only to roles that see templates", async () => {
    const id = await made({ name: 'Ours', kind: 'DAILY_MESSAGE', subject: 'By template', body: '<p>Hello</p>' })
    await run(sql`update firms set daily_message_template_id = ${id}::uuid where firm_id = 1`)
    expect(await dailyOf()).toMatchObject({ subject: 'By template', template: 'Ours' })
    const { email_template_access: _, ...others } = sees
    expect(await withRole(others, () => dailyOf('', 'Manager'))).toMatchObject({ template: null })
    await run(sql`update firms set daily_message_template_id = null`)
  })

  test("with nothing waiting, it shows recent notifications to the person, or else the firm's filings", async () => {
    await run(sql`update deliveries set status = 'sent', cadence = 'REALTIME'`)
    expect(await dailyOf()).toMatchObject({ source: 'told', html: expect.stringContaining('SecretReason') })
    await run(sql`update deliveries set email = 'somebody@else.example', timekeeper_id = null`)
    const { source, html } = await dailyOf()
    expect(source).toBe('firm')
    expect(html).toContain('SecretEvent')
    expect(html).not.toContain('SecretReason')
  })

  test('filings a wall keeps from the person are counted but not shown, and made-up filings are marked as such', async () => {
    await run(sql`update deliveries set email = ${email}, timekeeper_id = ${person}::uuid, status = 'scheduled'`)
    await plantWall(api.services, filing, { people: [person] })
    const { source, html } = await dailyOf()
    expect(source).toBe('sample')
    expect(html).not.toContain('Secret')
    const open = await plantFiling(api.services, { envelope: { case_id: null, event: 'An open order' } })
    await plantScheduled(api.services, open, { email, at: now(), timekeeper_id: person })
    const shown = await dailyOf()
    expect(shown).toMatchObject({ source: 'waiting', withheld: 1 })
    expect(shown.html).toContain('An open order')
    expect(shown.html).not.toMatch(/Secret(Event|Name|Text)/)
    await run(sql`delete from ethical_walls`)
  })

  test('it is refused to roles that see no deliveries, for people of other groups, and for an empty group', async () => {
    expect((await withRole({ ...sees, delivery_access: 'DENY' }, () => daily('Manager'))).status).toBe(403)
    const stranger = await plantPerson(api.services, 'stranger@hale-osei.example', { group: {} })
    expect((await daily('Administrator', stranger)).status).toBe(409)
    await run(sql`update timekeepers set status = 'Inactive' where id = ${person}::uuid`)
    const answer = await daily()
    expect(answer.status).toBe(409)
    expect(answer.text).toContain('No one in this group is active and has an address.')
  })
})

async function made(template: object): Promise<string> {
  const url = '/api/v1/email_template'
  const answer = await api.call({ as: 'Administrator', method: 'POST', url, body: template })
  expect(answer.status, answer.text).toBe(201)
  return String(answer.json().id)
}
