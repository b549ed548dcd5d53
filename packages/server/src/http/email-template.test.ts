import type { MailPreview } from '@courtcrier/contract/calls/previews.ts'
import { mailPlaceholderNames, writePlaceholder } from '@courtcrier/contract/placeholders.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../base/db/ids.ts'
import { openTestApi, type TestApi, type TestRole, testEmail } from '../testing/api.ts'
import { emailTemplateRoutes } from './email-template.ts'
import { resourceRoutes } from './resources.ts'

let api: TestApi

beforeAll(async () => {
  api = await openTestApi({
    register: (app, services, { sendMail }) => {
      resourceRoutes(app, services)
      emailTemplateRoutes(app, { ...services, sendMail })
    },
  })
})
afterAll(() => api.close())

async function preview(body: object, as: TestRole = 'Administrator', firm: 1 | 2 = 1): Promise<MailPreview> {
  const answer = await api.call({ as, firm, method: 'POST', url: '/api/v1/email_template/preview', body })
  expect(answer.status, answer.text).toBe(200)
  return answer.json() as unknown as MailPreview
}

async function addNotice(firmId: 1 | 2, caseName: string): Promise<void> {
  const run = (statement: ReturnType<typeof sql>) => statement.execute(api.services.database.kysely)
  const envelope = newId()
  await run(sql`insert into envelopes (firm_id, id, ecfx_jurisdiction_id, event, case_name, docket_number, court_envelope_id, date)
    values (${firmId}, ${envelope}::uuid, 'cand', 'Order', ${caseName}, '3:26-cv-1', ${envelope}, '2026-11-20')`)
  await run(sql`insert into documents (firm_id, id, envelope_id, position, number, title)
    values (${firmId}, ${newId()}::uuid, ${envelope}::uuid, 0, '118', 'Motion')`)
}

const template = {
  subject: '{{ case.name }} ({{ case.case_number }})',
  body: '<p>{{ filing.event }} of {{ filing.date }}, {{ court.name }}</p>{{ documents }}',
}

describe('the preview', () => {
  test('has made-up values while the firm has no notice, and its latest one afterward', async () => {
    const before = await preview(template)
    expect(before.notice).toBeUndefined()
    expect(before.subject).toBe("A case's name (A case's case_number)")
    await addNotice(1, 'Acme <v.> Doe')
    await addNotice(2, 'Of another firm')
    const after = await preview(template)
    expect(after).toMatchObject({
      subject: 'Acme <v.> Doe (3:26-cv-1)',
      html: expect.stringContaining('Order of 2026-11-20, '),
      problems: [],
      notice: { title: 'Acme <v.> Doe: Order' },
    })
    expect(after.html).toContain('<ul><li>118 Motion</li></ul>')
    expect(JSON.stringify(after)).not.toContain('another firm')
    expect((await preview(template, 'Administrator', 2)).subject).toContain('Of another firm')
  })

  test('names its problems by field', async () => {
    const { problems } = await preview({ subject: '{{ cse.name }}', body: '{{ case.nmae }} {{ judge.nmae }}' })
    expect(problems.map(({ field }) => field)).toEqual(['subject', 'body', 'body'])
    expect(problems[1]?.message).toContain('There is no value "case.nmae"')
  })

  test('shows a role nothing of a notice it may not see', async () => {
    const body = { name: 'Blind', user_ids: [api.userIds[1].Manager], email_template_access: 'FULL' }
    const half = {
      ...body,
      name: 'Half',
      envelope_access: 'READ',
      case_access: 'READ',
      envelope_permissions: { event: 'DENY', case_name: 'DENY' },
    }
    for (const role of [half, body]) {
      const made = await api.call({
        as: 'Administrator',
        method: 'POST',
        url: '/api/v1/user_security_role',
        body: role,
      })
      expect(made.status, made.text).toBe(201)
      await api.giveRole('Manager', String(made.json().id))
      const everything = { subject: '', body: mailPlaceholderNames.map(writePlaceholder).join('\n') }
      for (const each of [template, everything]) {
        const shown = JSON.stringify(await preview(each, 'Manager'))
        expect(shown).not.toMatch(/Acme|Order|<li>118 Motion<\/li>/)
      }
    }
    await api.giveRole('Manager', api.firms[1].roleIds.Manager)
  })

  test('is refused to roles that may not see templates, and for anything but text', async () => {
    const answer = await api.call({
      as: 'Administrator',
      method: 'POST',
      url: '/api/v1/email_template/preview',
      body: { body: 7 },
    })
    expect(answer.status).toBe(400)
    expect((await api.call({ method: 'POST', url: '/api/v1/email_template/preview', body: {} })).status).toBe(401)
  })
})

describe('sending it to oneself', () => {
  const send = (body: object, as?: TestRole) =>
    api.call({ ...(as && { as }), method: 'POST', url: '/api/v1/email_template/send', body })

  test("sends the preview to the caller's own address and no other, and logs an event", async () => {
    const before = api.mails.length
    for (const other of [{ to: 'somebody@else.example' }, { email: 'x@y.example' }])
      expect((await send({ ...template, ...other }, 'Administrator')).status).toBe(400)
    const answer = await send(template, 'Administrator')
    expect(answer.status, answer.text).toBe(200)
    expect(answer.json()).toEqual({ email: testEmail('Administrator') })
    expect(api.mails.slice(before)).toEqual([
      {
        to: testEmail('Administrator'),
        subject: '[Preview] Acme <v.> Doe (3:26-cv-1)',
        text: expect.stringMatching(/^Order of 2026-11-20, .*\n\n- 118 Motion\n\nYou sent this preview/),
        html: expect.stringContaining('<ul><li>118 Motion</li></ul>'),
        firmId: 1,
        isOfFirm: true,
      },
    ])
    const { rows } = await sql<{ sentence: string }>`select sentence from system_events
      where entity = 'email_template' and user_id = ${api.userIds[1].Administrator}::uuid order by id desc limit 1`.execute(
      api.services.database.kysely,
    )
    expect(rows[0]?.sentence).toContain(`sent a preview of an email template to ${testEmail('Administrator')}.`)
  })

  test('a template with a mistake is refused, and nothing is sent', async () => {
    const before = api.mails.length
    const answer = await send({ subject: 'x', body: '{{ case.nmae }}' }, 'Administrator')
    expect(answer.status).toBe(400)
    expect(answer.text).toContain('case.nmae')
    expect(api.mails).toHaveLength(before)
  })

  test('is refused without a login, and to someone who asks too often', async () => {
    expect((await send(template)).status).toBe(401)
    const statuses: number[] = []
    for (let n = 0; n < 6; n++) statuses.push((await send(template, 'Manager')).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  })

  test('an unavailable mail server is reported to the caller and in the log', async () => {
    const away = await openTestApi({
      sendMail: async () => ({ retry: 'The mail server is away.' }),
      register: (app, services, { sendMail }) => emailTemplateRoutes(app, { ...services, sendMail }),
    })
    const answer = await away.call({
      as: 'Administrator',
      method: 'POST',
      url: '/api/v1/email_template/send',
      body: template,
    })
    expect(answer.status).toBe(409)
    expect(answer.text).toContain('The mail server is away.')
    await away.close()
  })
})

test('someone who requests more previews than anyone could write must wait, and others need not', async () => {
  const preview = (as: 'Manager' | 'Docketing') =>
    api.call({ as, method: 'POST', url: '/api/v1/email_template/preview', body: { subject: 'x', body: 'y' } })
  const statuses = new Set<number>()
  for (let n = 0; n < 300; n++) statuses.add((await preview('Manager')).status)
  expect(statuses).toContain(200)
  const refused = await preview('Manager')
  expect(refused.status).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect(refused.headers['content-type']).toContain('application/problem+json')
  expect((await preview('Docketing')).status).not.toBe(429)
})

test('a template with an unknown placeholder is not saved, and its field is named', async () => {
  const save = (body: object) => api.call({ as: 'Administrator', method: 'POST', url: '/api/v1/email_template', body })
  const refused = await save({ name: 'Wrong', subject: 'x', body: '<p>{{ case.nmae }}</p>' })
  expect(refused.status).toBe(400)
  expect(refused.text).toContain('"field":"body"')
  expect(refused.text).toContain('case.nmae')
  expect((await save({ name: 'Right', ...template })).status).toBe(201)
})
