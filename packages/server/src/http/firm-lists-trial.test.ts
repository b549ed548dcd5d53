import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type NoticeBench, openNoticeBench } from '../notices/preferences/notice-bench.fixture.ts'
import { openTestApi, type TestApi } from '../testing/api.ts'
import { trialRoutes } from './trials.ts'

let api: TestApi
let bench: NoticeBench

beforeAll(async () => {
  api = await openTestApi({ register: trialRoutes })
  bench = await openNoticeBench(api.services)
})
afterAll(async () => {
  await bench.close()
  await api.close()
})

async function attempt(body: object) {
  const answer = await api.call({ as: 'Administrator', method: 'POST', url: '/api/v1/firm/try', body })
  expect(answer.status, answer.text).toBe(200)
  return answer.json() as unknown as { caught: object[]; count: number }
}

/** Plants a message that was received from the address, and what became of it. */
async function plantMessage(from: string, { row = {}, outcomes = {} } = {}): Promise<string> {
  const id = await bench.add('inbox_items', {
    ...{
      subject: `From ${from}`,
      sender: from,
      received_at: new Date(),
      raw_content: '0'.repeat(64),
      fingerprint: from,
    },
    ...{ status: 'Succeeded', source_type: 'smtp', attempts: 0, disposition: 'PROCESSED', hidden: false, ...row },
  })
  await bench.query(sql`insert into item_progress (firm_id, id, outcomes)
    values (1, ${id}::uuid, ${JSON.stringify(outcomes)}::text::jsonb)`)
  return id
}

test('ignored and accepted domains are tried on past messages, and what they would change comes first', async () => {
  const news = await plantMessage('letter@news.example')
  const spam = await plantMessage('a@spam.example', {
    row: { disposition: 'IGNORED', reason: "Mail from spam.example is ignored by the firm's settings." },
    outcomes: { ignored: { by: [{ kind: 'ignored_domains', rule: 'spam.example' }] } },
  })
  const tried = await attempt({ ignored_email_domains: ['spam.example', 'news.example'] })
  expect(tried.count).toBe(2)
  expect(tried.caught).toEqual([
    expect.objectContaining({
      id: news,
      did: null,
      would:
        "Mail from news.example is ignored by the firm's settings. It would be saved, and no one would be notified.",
    }),
  ])
  const without = await attempt({ ignored_email_domains: [] })
  expect(without.count).toBe(0)
  expect(without.caught).toMatchObject([
    {
      ...{ id: spam, did: "Mail from spam.example is ignored by the firm's settings." },
      would: 'It would be processed like any other notice.',
    },
  ])
  const accepted = await attempt({ accepted_email_domains: ['news.example'], ignored_email_domains: [] })
  expect(accepted).toMatchObject({ count: 1, caught: [{ id: spam }] })
})
