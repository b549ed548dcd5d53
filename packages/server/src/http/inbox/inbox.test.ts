import { readFileSync } from 'node:fs'
import { canTransition, type ItemStatus, itemStatuses } from '@courtcrier/contract/notice.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { receiveMessage } from '../../mail/receive.ts'
import { checkStrangerForward, signedWords, strangerForward } from '../../mail/testing/stranger-forward.ts'
import { plantFiling } from '../../outbox/copies/test-filing.ts'
import { openTestApi, type TestApi } from '../../testing/api.ts'
import { resourceRoutes } from '../resources.ts'
import { inboxRoutes } from './inbox.ts'

let api: TestApi
let count = 0

beforeAll(async () => {
  api = await openTestApi({
    register: (app, services) => {
      resourceRoutes(app, services)
      inboxRoutes(app, services)
    },
  })
})
afterAll(() => api.close())

async function makeItem(status: ItemStatus, firmId: 1 | 2 = 1): Promise<string> {
  const raw = Buffer.from(
    `Subject: Lunch ${++count}\r\nFrom: a@b.example\r\nContent-Type: text/html\r\n\r\n<p>Hello</p><script>steal()</script>`,
  )
  const { itemId } = await receiveMessage(api.services, { firmId, raw, via: 'smtp', source: 'mail.b.example' })
  await sql`update inbox_items set status = ${status} where id = ${itemId}::uuid`.execute(api.services.database.kysely)
  return itemId
}

const act = (id: string, action: string, as: 'Docketing' | 'View Only' | 'Manager' = 'Docketing', body?: object) =>
  api.call({ as, method: 'POST', url: `/api/v1/inbox/${id}/${action}`, body })

describe('moving an item', () => {
  const targets: Record<string, ItemStatus> = {
    requeue: 'New',
    cancel: 'Canceled',
    manual: 'Manual',
    finish: 'Succeeded',
  }
  const rows = itemStatuses.flatMap((status) =>
    Object.entries(targets).map(([action, to]) => [status, action, to] as const),
  )

  test.each(rows)('%s and %s', async (status, action, to) => {
    const id = await makeItem(status)
    const isAllowed = action === 'finish' ? status === 'Manual' : canTransition(status, to)
    const answer = await act(id, action)
    expect(answer.status, answer.text).toBe(isAllowed ? 200 : 409)
    if (isAllowed) expect((answer.json().item as { status: string }).status).toBe(to)
    else expect(answer.json().detail).toBe(`An item that is ${status} can't become ${to}.`)
  })

  test('every transition adds a line with the person to the timeline, and the allowed transitions are returned', async () => {
    const id = await makeItem('Action Required')
    const view = (await act(id, 'manual')).json() as {
      history: { sentence: string; user_id: string | null }[]
      allowed: string[]
    }
    expect(view.history.at(-1)).toMatchObject({
      sentence: 'Set aside to be handled manually.',
      user_id: api.userIds[1].Docketing,
    })
    expect(view.allowed).toEqual(['Canceled', 'Succeeded'])
  })

  test('an item that failed thirty days ago is not reprocessed, however old it is otherwise', async () => {
    const id = await makeItem('Failed')
    await sql`update inbox_items set finished_at = now() - interval '31 days' where id = ${id}::uuid`.execute(
      api.services.database.kysely,
    )
    const answer = await act(id, 'requeue')
    expect(answer.status).toBe(409)
    expect(answer.text).toContain('30 days')
    await sql`update inbox_items set received_at = now() - interval '90 days', finished_at = now() where id = ${id}::uuid`.execute(
      api.services.database.kysely,
    )
    expect((await act(id, 'requeue')).status).toBe(200)
  })

  test('only roles that may change the inbox move items, and no one those of another firm', async () => {
    const own = await makeItem('Failed')
    expect((await act(own, 'requeue', 'View Only')).status).toBe(403)
    const theirs = await makeItem('Failed', 2)
    const answer = await act(theirs, 'requeue')
    expect(answer.status).toBe(404)
    expect(answer.text).not.toContain('Lunch')
  })

  test("a chosen case must be one of the firm's", async () => {
    const id = await makeItem('Action Required')
    expect((await act(id, 'choose-case', 'Docketing', {})).status).toBe(400)
    const answer = await act(id, 'choose-case', 'Docketing', { case_id: '00000000-0000-7000-8000-000000000000' })
    expect(answer.status).toBe(400)
    expect(answer.text).toContain('"field":"case_id"')
  })
})

describe('reading an item', () => {
  test('the message is returned decoded, and raw as received', async () => {
    const id = await makeItem('New')
    const message = await api.call({ as: 'View Only', url: `/api/v1/inbox/${id}/message` })
    expect(message.json()).toMatchObject({ html: expect.stringContaining('<p>Hello</p>'), attachments: [] })
    expect(message.json().clean_html).toBe('<p>Hello</p>')
    const raw = await api.call({ as: 'View Only', url: `/api/v1/inbox/${id}/raw` })
    expect(raw.headers['content-type']).toContain('message/rfc822')
    expect(raw.headers['content-disposition']).toContain('attachment')
    expect(raw.text).toContain('Subject: Lunch')
  })

  test('a message that can’t be decoded is returned as it was received, with the reason', async () => {
    const raw = Buffer.from(`Content-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\r\n\r\n'.repeat(2_000)}`)
    const { itemId } = await receiveMessage(api.services, { firmId: 1, raw, via: 'smtp', source: 'mail.b.example' })
    const answer = await api.call({ as: 'View Only', url: `/api/v1/inbox/${itemId}/message` })
    expect([answer.status, answer.json()]).toEqual([
      200,
      {
        ...{ from: null, to: [], subject: null, date: null, html: null, clean_html: null, attachments: [] },
        text: raw.toString(),
        problem: expect.stringContaining('parts'),
      },
    ])
  })

  test('of a forward of an original that a court signed, only the original is shown', async () => {
    const raw = await strangerForward()
    const receipt = { firmId: 1, raw, via: 'smtp', source: 'mail.b.example' } as const
    const { itemId } = await receiveMessage(api.services, receipt)
    const outcomes = JSON.stringify({ authenticate: { result: await checkStrangerForward(raw) } })
    await sql`update item_progress set outcomes = ${outcomes}::text::jsonb where id = ${itemId}::uuid`.execute(
      api.services.database.kysely,
    )
    const answer = await api.call({ as: 'View Only', url: `/api/v1/inbox/${itemId}/message` })
    const { from, subject, html, attachments } = answer.json()
    expect(from).toMatchObject({ address: expect.stringMatching(/@ared\.uscourts\.gov$/) })
    expect(subject).toMatch(/^Activity in Case/)
    expect(html).toContain(signedWords)
    expect(attachments).toEqual([])
    expect(answer.text).not.toMatch(/FORGED|evil\.example/)
  })

  test('nothing runs in a document that a browser opens by itself', async () => {
    const { documents } = await plantFiling(api.services, { documents: [{ content: '<script>steal()</script>' }] })
    const answer = await api.call({ as: 'View Only', url: `/api/v1/document/${documents[0]?.id}/content` })
    expect([answer.status, answer.text]).toEqual([200, '<script>steal()</script>'])
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
  })

  test.each(['', '/message', '/raw', '/rehearsal'])("another firm's item is not found: %s", async (path) => {
    const theirs = await makeItem('New', 2)
    const answer = await api.call({ as: 'Administrator', url: `/api/v1/inbox/${theirs}${path}` })
    expect(answer.status).toBe(404)
  })

  test('the current rules are tried on the message, and nothing is changed', async () => {
    const notice = new URL('../../courts/corpus/nef/s3/ded_1.txt', import.meta.url)
    const raw = readFileSync(notice)
    const { itemId } = await receiveMessage(api.services, { firmId: 1, raw, via: 'smtp', source: 'mail.b.example' })
    const before = (await api.call({ as: 'View Only', url: `/api/v1/inbox/${itemId}` })).text
    const answer = await api.call({ as: 'View Only', url: `/api/v1/inbox/${itemId}/rehearsal` })
    expect(answer.json()).toMatchObject({
      steps: [
        { stage: 'parse', outcome: 'done' },
        { stage: 'match', outcome: 'review', sentence: 'No case has this number in D. Del.' },
      ],
      was: { cases: null, recipients: null, policies: null },
      now: { is_whole: true, notice: { courtId: { value: 'ded' } }, cases: null },
    })
    expect((await api.call({ as: 'View Only', url: `/api/v1/inbox/${itemId}` })).text).toBe(before)
  })

  test('a message that no format matches says why, with what was understood', async () => {
    const id = await makeItem('Action Required')
    const answer = await api.call({ as: 'View Only', url: `/api/v1/inbox/${id}/rehearsal` })
    expect(answer.json()).toMatchObject({
      steps: [{ stage: 'parse', outcome: 'review', sentence: expect.stringContaining('not a court notice') }],
      now: { is_whole: false },
    })
  })

  test("the counts cover only the caller's firm", async () => {
    const before = (await api.call({ as: 'View Only', url: '/api/v1/inbox/counts' })).json() as { total: number }
    await makeItem('Manual', 2)
    await makeItem('Manual', 1)
    const after = (await api.call({ as: 'View Only', url: '/api/v1/inbox/counts' })).json() as {
      total: number
      counts: Record<string, number>
    }
    expect(after.total).toBe(before.total + 1)
    expect(after.counts.Manual).toBeGreaterThan(0)
  })
})

test('the same message received simultaneously in two ways is one item', async () => {
  const raw = Buffer.from('Subject: Once\r\nMessage-ID: <once@b.example>\r\n\r\nbody')
  const receipts = (['smtp', 'imap', 'file', 'smtp', 'imap'] as const).map((via) =>
    receiveMessage(api.services, { firmId: 1, raw, via, source: via }),
  )
  const results = await Promise.all(receipts)
  expect(new Set(results.map(({ itemId }) => itemId)).size).toBe(1)
  expect(results.filter(({ isNew }) => isNew)).toHaveLength(1)
})
