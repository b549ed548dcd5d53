import { AsyncLocalStorage } from 'node:async_hooks'
import { type ClockKind, clockPlaceholders } from '@courtcrier/contract/clock-placeholders.ts'
import { templateStarters } from '@courtcrier/contract/template-starters.ts'
import { sql } from 'kysely'
import { Liquid } from 'liquidjs'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Database } from '../base/db/database.ts'
import { withFirm } from '../base/db/firm-transaction.ts'
import { plantFiling } from '../outbox/copies/test-filing.ts'
import { plantPerson } from '../outbox/digests/test-digests.ts'
import { templateFiller } from '../outbox/templates/fill-on-thread.ts'
import { sampleContext } from '../outbox/templates/mail-template.ts'
import { openTestApi, type TestApi } from '../testing/api.ts'
import { productRoutes } from './routes.ts'

const inTransaction = new AsyncLocalStorage<true>()
/** For each template that was filled in, whether a transaction waited for it. */
const waits: boolean[] = []
let api: TestApi
let group: string

beforeAll(async () => {
  api = await openTestApi({ register: productRoutes })
  const { database } = api.services
  await plantFiling(api.services, { documents: [{ title: 'Order', number: '1', content: 'Order' }], isProcessed: true })
  await plantPerson(api.services, 'r.osei@hale-osei.example', { group: { time_zone: 'UTC' } })
  const { rows } = await sql<{ id: string }>`select timekeeper_group_id as id from timekeepers`.execute(database.kysely)
  group = rows[0]?.id ?? ''
  const made = await call('POST', 'email_template', {
    name: 'Ours',
    kind: 'DAILY_MESSAGE',
    subject: 'Ours',
    body: 'Hello',
  })
  await call('PUT', 'firm/1', { daily_message_template_id: made.id })
  watch(database)
})
afterAll(async () => {
  vi.restoreAllMocks()
  await api.close()
})
beforeEach(() => {
  waits.length = 0
})

async function call(method: 'GET' | 'POST' | 'PUT', path: string, body?: object) {
  const answer = await api.call({ as: 'Administrator', method, url: `/api/v1/${path}`, ...(body && { body }) })
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.json()
}

/**
 * Records whether templates are filled in inside a transaction: that takes a thread and time, for which no transaction
 * may stay open.
 */
function watch({ kysely }: Database): void {
  const begin = kysely.transaction.bind(kysely)
  vi.spyOn(kysely, 'transaction').mockImplementation(() => {
    const transaction = begin()
    const execute = transaction.execute.bind(transaction)
    transaction.execute = (run) => execute((trx) => inTransaction.run(true, () => run(trx)))
    return transaction
  })
  for (const task of ['mail', 'page', 'clock'] as const) watchTask(task)
  const render = Liquid.prototype.renderSync
  vi.spyOn(Liquid.prototype, 'renderSync').mockImplementation(function (this: Liquid, ...given) {
    waits.push(inTransaction.getStore() ?? false)
    return render.apply(this, given)
  })
}

function watchTask(task: 'mail' | 'page' | 'clock'): void {
  const fill: (...given: never[]) => Promise<unknown> = templateFiller[task]
  vi.spyOn(templateFiller, task).mockImplementation(((...given: never[]) => {
    waits.push(inTransaction.getStore() ?? false)
    return fill(...given)
  }) as never)
}

test('the test detects a transaction that waits', async () => {
  await withFirm(api.services.database, 1, async () =>
    templateFiller.page({ subject: '', body: '{{ case.name }}' }, sampleContext),
  )
  expect(waits).toEqual([true])
})

const kinds = ['FILING', ...(Object.keys(clockPlaceholders) as ClockKind[])] as const

test.each([
  ...kinds.map((kind) => ['preview', kind] as const),
  // One person may send themselves a few per minute.
  ['send', 'FILING'] as const,
  ['send', 'DAILY_MESSAGE'] as const,
])('no transaction waits for the %s of a template of the kind %s', async (action, kind) => {
  const { subject, body } = templateStarters[kind]
  await call('POST', `email_template/${action}`, { kind, subject, body })
  expect(new Set(waits)).toEqual(new Set([false]))
})

test("no transaction waits for the preview of a group's daily message", async () => {
  expect(await call('GET', `timekeeper_group/${group}/daily-preview`)).toMatchObject({ template: 'Ours' })
  expect(new Set(waits)).toEqual(new Set([false]))
})

test('no transaction waits for the trial of a storage policy', async () => {
  const draft = { document_path: '{{ case.name }}', document_name: '{{ document.title }}' }
  expect(await call('POST', 'storage_policy/try', draft)).toMatchObject({ count: 1 })
  expect(new Set(waits)).toEqual(new Set([false]))
})
