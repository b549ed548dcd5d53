import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { plantFiling } from '../../outbox/copies/test-filing.ts'
import { publicLinkDays } from '../../outbox/public-link.ts'
import { type ApiScenario, openTestApi, type TestApi, testRoles } from '../../testing/api.ts'
import { resourceRoutes } from '../resources.ts'
import { publicLinkRoutes } from './public-link.ts'

let api: TestApi
let plain: string
let sealed: string
let inSealedFiling: string
let missing: string
let days = 0

beforeAll(async () => {
  api = await openTestApi({
    register: (scope, services) => {
      resourceRoutes(scope, services)
      publicLinkRoutes(scope, services, () => new Date(Date.now() + days * 86_400_000))
    },
  })
  const [first, second, third] = (
    await plantFiling(api.services, {
      documents: [{ content: '%PDF-1.7 plain' }, { content: '%PDF-1.7 secret', sealed: true }, {}],
    })
  ).documents
  const closed = await plantFiling(api.services, {
    envelope: { is_sealed: true, court_envelope_id: 'other' },
    documents: [{ content: '%PDF-1.7 hidden' }],
  })
  plain = first?.id ?? ''
  sealed = second?.id ?? ''
  missing = third?.id ?? ''
  inSealedFiling = closed.documents[0]?.id ?? ''
})
afterAll(() => api.close())
beforeEach(async () => {
  days = 0
  await allow(true)
})

async function allow(isAllowed: boolean, firm: 1 | 2 = 1): Promise<void> {
  const body = { public_document_access: isAllowed }
  const answer = await api.call({ as: 'Administrator', firm, method: 'PUT', url: `/api/v1/firm/${firm}`, body })
  expect(answer.status, answer.text).toBe(200)
}

const make = (id: string, as: ApiScenario['as'] = 'Docketing', firm: 1 | 2 = 1) =>
  api.call({ as, firm, method: 'POST', url: `/api/v1/document/${id}/public-link` })

async function tokenFor(id: string, as?: ApiScenario['as']): Promise<string> {
  const answer = await make(id, as)
  expect(answer.status, answer.text).toBe(200)
  return String(answer.json().path).replace('/public-document/', '')
}

const read = (token: string, firm: 1 | 2 = 1) =>
  api.call({ firm, url: `/api/v1/public-document/${encodeURIComponent(token)}` })
const content = (token: string, firm: 1 | 2 = 1) =>
  api.call({ firm, url: `/api/v1/public-document/${encodeURIComponent(token)}/content` })

/** Returns the log's events about public links, newest first. */
async function told(): Promise<string[]> {
  const { rows } = await sql<{ sentence: string }>`
    select sentence from system_events where sentence like '%public link%' order by id desc`.execute(
    api.services.database.kysely,
  )
  return rows.map(({ sentence }) => sentence)
}

describe('creating a link', () => {
  test.each(testRoles)('is open to %s, who may read documents, and is logged', async (role) => {
    const answer = await make(plain, role)
    expect(answer.status, answer.text).toBe(200)
    expect(answer.json()).toEqual({
      path: expect.stringMatching(/^\/public-document\/[\w.-]{100,400}$/),
      expires_at: expect.stringMatching(/^20\d\d-/),
    })
    expect((await told())[0]).toMatch(/ created a public link to "Motion for Summary Judgment"\.$/)
  })

  test('is refused', async () => {
    const scenarios: [string, () => ReturnType<typeof make>, number, string][] = [
      ['to nobody', () => api.call({ method: 'POST', url: `/api/v1/document/${plain}/public-link` }), 401, ''],
      ['for a sealed document', () => make(sealed), 403, 'sealed'],
      ['for a document of a sealed filing', () => make(inSealedFiling), 403, 'sealed'],
      ['for a document that was not had', () => make(missing), 404, 'no file'],
      ["for another firm's document", () => make(plain, 'Administrator', 2), 404, 'Record not found'],
      ['for what is no id', () => make('..%2f..%2fetc'), 404, 'Record not found'],
      ['for an id of nothing', () => make('018f0000-0000-7000-8000-000000000000'), 404, 'Record not found'],
    ]
    await allow(true, 2)
    const before = (await told()).length
    for (const [name, run, status, words] of scenarios) {
      const answer = await run()
      expect(answer.status, `${name}: ${answer.text}`).toBe(status)
      expect(answer.text, name).toContain(words)
      expect(answer.text, name).not.toContain('public-document/')
    }
    expect(await told()).toHaveLength(before)
  })

  test('is refused when the firm does not allow it, with where to allow it', async () => {
    await allow(false)
    const answer = await make(plain, 'Administrator')
    expect([answer.status, answer.json().detail]).toEqual([403, expect.stringContaining('Firm information')])
  })

  test('is refused to a role that may not see documents or their files', async () => {
    const grants = [{ document_access: 'DENY' }, { document_access: 'READ', document_permissions: { file_id: 'DENY' } }]
    for (const [index, grant] of grants.entries()) {
      const body = { name: `No files ${index}`, user_ids: [api.userIds[1].Manager], ...grant }
      const role = await api.call({ as: 'Administrator', method: 'POST', url: '/api/v1/user_security_role', body })
      expect(role.status, role.text).toBe(201)
      await expect.poll(async () => (await make(plain, 'Manager')).status).toBe(403)
    }
    await api.giveRole('Manager', api.firms[1].roleIds.Manager)
  })
})

describe('following a link', () => {
  test('shows the document to anyone who has it, to no cache or search engine, and logs every time', async () => {
    const token = await tokenFor(plain)
    const about = await read(token)
    expect([about.status, about.json()]).toEqual([
      200,
      { title: 'Motion for Summary Judgment', number: '118', size: 14, expires_at: expect.any(String) },
    ])
    const before = (await told()).length
    for (const _ of [1, 2]) {
      const answer = await content(token)
      expect([answer.status, answer.text]).toEqual([200, '%PDF-1.7 plain'])
      expect(answer.headers).toMatchObject({
        'content-type': 'application/pdf',
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex',
        'content-security-policy': "default-src 'none'; sandbox",
        'referrer-policy': 'no-referrer',
      })
    }
    const lines = await told()
    expect(lines).toHaveLength(before + 2)
    expect(lines[0]).toBe(
      '"Motion for Summary Judgment" was opened with a public link that A Docketing created, from 127.0.0.1.',
    )
  })

  test('a HEAD request for the file opens and logs nothing', async () => {
    const token = await tokenFor(plain)
    const before = (await told()).length
    const answer = await api.call({ method: 'HEAD', url: `/api/v1/public-document/${token}/content` })
    expect([answer.status, (await told()).length]).toEqual([405, before])
  })

  test.each([
    ['a changed one', (token: string) => `${token.slice(0, -3)}AAA`],
    ['half of one', (token: string) => token.slice(0, 40)],
    ['a path', () => '../../../etc/passwd'],
    ['a script', () => '<script>alert(1)</script>'],
    ['one of another installation', () => `${Buffer.from('[1]').toString('base64url')}.${'A'.repeat(43)}`],
    ['a quotation mark', () => "' or 1=1 --"],
  ])('%s leads nowhere, with a sentence', async (_, change) => {
    const token = change(await tokenFor(plain))
    for (const answer of [await read(token), await content(token)]) {
      expect([answer.status, answer.json().code]).toEqual([404, 'not_found'])
      expect(answer.text).toContain("This isn't a Courtcrier link")
      expect(answer.text).not.toMatch(/Motion|script|passwd/)
    }
  })

  test("leads nowhere under another firm's address", async () => {
    await allow(true, 2)
    const token = await tokenFor(plain)
    for (const answer of [await read(token, 2), await content(token, 2)]) {
      expect(answer.status).toBe(404)
      expect(answer.text).not.toContain('Motion')
    }
  })

  test('stops working after its days', async () => {
    const token = await tokenFor(plain)
    days = publicLinkDays - 1
    expect((await content(token)).status).toBe(200)
    days = publicLinkDays + 1
    const answer = await content(token)
    expect([answer.status, answer.json().detail]).toEqual([404, expect.stringContaining('This link has expired')])
  })

  test('stops working when the firm turns the setting off, for good', async () => {
    const token = await tokenFor(plain)
    const ofMail = api.services.publicLinks.issue({ firmId: 1, documentId: plain }, new Date())
    await allow(false)
    for (const link of [token, ofMail]) {
      const answer = await content(link)
      expect([answer.status, answer.json().detail]).toEqual([403, expect.stringContaining("aren't logged in")])
      expect(answer.text).not.toContain('PDF')
    }
    await allow(true)
    expect([(await content(token)).status, (await read(ofMail)).status]).toEqual([403, 403])
    expect((await content(await tokenFor(plain))).status).toBe(200)
  })

  test('stops working when the document is sealed, or its creator may no longer see it', async () => {
    const token = await tokenFor(plain, 'Manager')
    const set = (isSealed: boolean) =>
      sql`update documents set sealed = ${isSealed} where id = ${plain}::uuid`.execute(api.services.database.kysely)
    await set(true)
    expect((await content(token)).status).toBe(403)
    await set(false)
    expect((await content(token)).status).toBe(200)
    const body = { name: 'No documents', user_ids: [api.userIds[1].Manager], document_access: 'DENY' }
    await api.call({ as: 'Administrator', method: 'POST', url: '/api/v1/user_security_role', body })
    expect((await content(token)).status).toBe(404)
    await api.giveRole('Manager', api.firms[1].roleIds.Manager)
    expect((await content(token)).status).toBe(200)
  })

  test('from an email is logged as such', async () => {
    const token = api.services.publicLinks.issue({ firmId: 1, documentId: plain }, new Date())
    expect((await content(token)).status).toBe(200)
    expect((await told())[0]).toBe(
      '"Motion for Summary Judgment" was opened with a public link in an email, from 127.0.0.1.',
    )
  })
})

test('someone who tries many links must wait', async () => {
  const answers = []
  for (let n = 0; n < 61; n++) answers.push(await read(`guess-${n}`))
  expect(answers.at(-1)?.status).toBe(429)
  expect(answers.at(-1)?.json().code).toBe('too_many_requests')
})
