import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { StorageFullError } from '@courtcrier/lib/storage-error.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { DatabaseAwayError } from '../base/db/away.ts'
import { withSystem } from '../base/db/firm-transaction.ts'
import { emailOf, formCall, mailgunFields, postmarkCall } from '../mail/providers/testing/provider-calls.ts'
import { examineWith } from '../mail/sender-evidence.ts'
import { eventually } from '../mail/testing/eventually.ts'
import { itemsOf } from '../mail/testing/items.ts'
import { type Added, openProviderBench, type ProviderBench } from './provider-mail.fixture.ts'

let bench: ProviderBench
let mailbox: Added
beforeAll(async () => {
  bench = await openProviderBench()
  mailbox = await bench.add({ service: 'MAILGUN' })
})
afterAll(() => bench?.api.close())

const admin = { as: 'Administrator' } as const
const made = (subject: string) => formCall(mailgunFields(emailOf(subject)))
const tryIt = async ({ id }: Added) =>
  (await bench.api.call({ ...admin, method: 'POST', url: `/api/v1/mailbox/${id}/test` })).json()
const change = (id: string, body: AnyRow) =>
  bench.api.call({ ...admin, method: 'PUT', url: `/api/v1/mailbox/${id}`, body })
const eventsOf = (action: string) =>
  withSystem(bench.api.services.database, async (trx) => {
    const { rows } = await sql<{ sentence: string }>`
      select sentence from system_events where action = ${action} and firm_id = 1 order by id`.execute(trx)
    return rows.map(({ sentence }) => sentence)
  })

describe('the address of a mailbox', () => {
  test('is known to those who may change the mailbox only, and is of mailboxes with a provider only', async () => {
    const url = `/api/v1/mailbox/${mailbox.id}/call-address`
    expect((await bench.api.call({ as: 'View Only', url })).status).toBe(403)
    expect((await bench.api.call({ ...admin, firm: 2, url })).status).toBe(404)
    const read = {
      name: 'Read',
      address: 'a@one.example',
      service: 'PASSWORD',
      server: 'imaps://imap.one.example',
      password: 'x',
    }
    const added = await bench.api.call({
      ...admin,
      method: 'POST',
      url: '/api/v1/mailbox',
      body: { ...read, is_active: false },
    })
    expect((await bench.api.call({ ...admin, url: `/api/v1/mailbox/${added.json().id}/call-address` })).status).toBe(
      404,
    )
    expect((await bench.api.call({ ...admin, url: `/api/v1/mailbox/${mailbox.id}` })).text).not.toContain(
      mailbox.path.split('/').at(-2),
    )
  })

  test('with Postmark has a place for the password, and the name of the firm', async () => {
    const { id } = await bench.add({ service: 'POSTMARK' })
    const { url } = (await bench.api.call({ ...admin, url: `/api/v1/mailbox/${id}/call-address` })).json()
    expect(url).toMatch(
      /^http:\/\/courtcrier:PASSWORD@.*one\.example.*\/api\/v1\/provider-mail\/[\da-f-]+\/[\w-]{32}\/mime$/,
    )
  })

  test('that is wrong, of another firm, or of a mailbox out of use answers as if nothing were there', async () => {
    const wrong = { path: mailbox.path.replace(/[\w-]{32}\/mime$/, `${'A'.repeat(32)}/mime`) }
    const none = { path: mailbox.path.replace(mailbox.id, '00000000-0000-4000-8000-000000000000') }
    const resting = await bench.add({ service: 'MAILGUN' })
    expect((await change(resting.id, { is_active: false })).status).toBe(200)
    const answers = [
      await bench.call(wrong, made('Nowhere')),
      await bench.call(none, made('Nowhere')),
      await bench.call(mailbox, made('Nowhere'), 2),
      await bench.call(resting, made('Nowhere')),
      await bench.call(mailbox, formCall(mailgunFields(emailOf('Nowhere'), { key: 'another' }))),
    ]
    const [first] = answers
    for (const { status, text } of answers) expect([status, text]).toEqual([404, first?.text])
    expect([await bench.count('Nowhere'), await bench.count('Nowhere', 2)]).toEqual([0, 0])
  })

  test('of one firm brings nothing to another, even with the same key and token', async () => {
    const other = await bench.add({ service: 'MAILGUN' }, 2)
    const same = made('For one firm')
    expect((await bench.call(mailbox, same)).status).toBe(200)
    expect([await bench.count('For one firm'), await bench.count('For one firm', 2)]).toEqual([1, 0])
    expect((await bench.call(other, same, 2)).status).toBe(200)
    expect(await bench.count('For one firm', 2)).toBe(1)
  })
})

test('what a message says of the checks of its sender is not believed', async () => {
  const verdict =
    'spf=pass smtp.mailfrom=cand.uscourts.gov; dkim=pass header.d=cand.uscourts.gov; dmarc=pass header.from=cand.uscourts.gov'
  const servers = ['amazonses.com', 'mxa.mailgun.org', 'mx.google.com']
  const forged = servers.map((name) => `Authentication-Results: ${name}; ${verdict}\r\n`).join('')
  const email = `${forged}Received-SPF: pass\r\n${emailOf('Forged verdicts')}`
  expect((await bench.call(mailbox, formCall(mailgunFields(email)))).status).toBe(200)
  const item = (await itemsOf(bench.api.services, 1)).find(({ subject }) => subject === 'Forged verdicts')
  const origin = item?.outcomes.receive ?? {}
  expect(origin).toEqual({})
  const noDns = () => Promise.reject(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }))
  const evidence = await examineWith(noDns)({ raw: Buffer.from(email), origin, trustedSealers: [] })
  expect(evidence).toMatchObject({ spf: undefined, isSentByDomain: false })
  expect([evidence.signedBy, evidence.vouchedBy, evidence.witness]).toEqual([undefined, undefined, undefined])
})

describe('a message that cannot be saved', () => {
  test.each([
    ['the disk is full', () => new StorageFullError('no room')],
    ['the database is away', () => new DatabaseAwayError('away')],
  ])('because %s is asked for again, and received then', async (why, error) => {
    const { blobs } = bench.api.services
    const failing = vi.spyOn(blobs, 'put').mockRejectedValueOnce(error())
    const call = made(`Because ${why}`)
    const refused = await bench.call(mailbox, call)
    expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([503, true])
    failing.mockRestore()
    expect((await bench.call(mailbox, call)).status).toBe(200)
    expect(await bench.count(`Because ${why}`)).toBe(1)
  })
})

describe('refused calls', () => {
  const forged = () => formCall(mailgunFields(emailOf('Forged'), { key: 'another' }))

  test('are told once a day, and leave a healthy mailbox healthy', async () => {
    const fresh = await bench.add({ service: 'MAILGUN', name: 'Refusing' })
    expect((await bench.call(fresh, forged())).status).toBe(404)
    await bench.expectMailbox(fresh, {
      health: 'failing',
      sentence: expect.stringContaining('HTTP webhook signing key'),
    })
    await eventually(async () => (await tryIt(fresh)).steps).toMatchObject([
      { step: 'callSecret' },
      { step: 'calls', sentence: expect.stringMatching(/^A call was refused at /) },
      { step: 'received' },
    ])
    expect((await bench.call(fresh, made('Proper'))).status).toBe(200)
    await bench.expectMailbox(fresh, { health: 'healthy', sentence: null })
    for (let at = 0; at < 3; at++) expect((await bench.call(fresh, forged())).status).toBe(404)
    await bench.expectMailbox(fresh, { health: 'healthy', sentence: expect.stringContaining('signing key') })
    await eventually(async () => (await tryIt(fresh)).steps).toMatchObject([
      { step: 'callSecret', state: 'ok' },
      { step: 'calls', state: 'failed', sentence: expect.stringContaining('The last of 4 refused calls') },
      { step: 'received', state: 'ok' },
    ])
    const told = (await eventsOf('mailbox_calls_refused')).filter((sentence) => sentence.includes('"Refusing"'))
    expect(told).toHaveLength(1)
  })

  test('are limited by network, and logged once an hour', async () => {
    const limited = await openProviderBench({ unknown: 3, ofMailbox: 2 })
    const own = await limited.add({ service: 'MAILGUN' })
    const statuses = []
    for (let at = 0; at < 3; at++) statuses.push((await limited.call(own, forged())).status)
    const nowhere = { path: own.path.replace(own.id, '00000000-0000-4000-8000-000000000000') }
    for (let at = 0; at < 4; at++) statuses.push((await limited.call(nowhere, forged())).status)
    expect(statuses).toEqual([404, 404, 429, 404, 404, 404, 429])
    expect(limited.api.logged().split('calls of mail providers were refused')).toHaveLength(2)
    await limited.api.close()
  })

  test('that a stranger has the same provider make elsewhere keep no mailbox from being called', async () => {
    const limited = await openProviderBench({ unknown: 3, ofMailbox: 20 })
    const own = await limited.add({ service: 'POSTMARK' })
    const callOwn = async (subject: string) => (await limited.call(own, postmarkCall(emailOf(subject)))).status
    expect(await callOwn('Before')).toBe(200)
    const nowhere = { path: own.path.replace(own.id, '00000000-0000-4000-8000-000000000000') }
    const guessed = { path: own.path.replace(/[^/]+\/mime$/, `${'A'.repeat(32)}/mime`) }
    const statuses = []
    for (const added of [nowhere, guessed, nowhere, nowhere, guessed])
      statuses.push((await limited.call(added, forged())).status)
    expect(statuses).toEqual([404, 404, 404, 429, 429])
    expect(await callOwn('Meanwhile')).toBe(200)
    await limited.api.close()
  })
})

describe('the test of a mailbox', () => {
  test('says what has arrived', async () => {
    const fresh = await bench.add({ service: 'POSTMARK' })
    expect(await tryIt(fresh)).toMatchObject({
      ok: false,
      sentence: 'Postmark has not called yet. Enter the address of this mailbox there.',
    })
    expect((await bench.call(fresh, postmarkCall(emailOf('To the test')))).status).toBe(200)
    await eventually(() => tryIt(fresh)).toMatchObject({ ok: true, sentence: 'Every step succeeded.' })
  })

  test('says what cannot be received, which administrators are told once a day', async () => {
    const fresh = await bench.add({ service: 'POSTMARK', name: 'Without raw' })
    for (let at = 0; at < 2; at++) expect((await bench.call(fresh, postmarkCall(undefined))).status).toBe(503)
    await eventually(() => tryIt(fresh)).toMatchObject({
      ok: false,
      sentence: expect.stringContaining('Include raw email'),
    })
    const told = (await eventsOf('mailbox_calls_failing')).filter((sentence) => sentence.includes('"Without raw"'))
    expect(told).toHaveLength(1)
  })
})

test('a mailbox lacks what proves the calls of its provider', async () => {
  for (const [service, field] of [
    ['SES', 'topic_arn'],
    ['MAILGUN', 'call_secret'],
    ['POSTMARK', 'call_secret'],
  ]) {
    const body = { name: `Lacking ${service}`, address: 'notices@one.example', service }
    const answer = await bench.api.call({ ...admin, method: 'POST', url: '/api/v1/mailbox', body })
    expect([answer.status, answer.json().errors]).toMatchObject([400, [{ field, code: 'required' }]])
  }
  const other = await change(mailbox.id, { service: 'POSTMARK' })
  expect([other.status, other.json().errors]).toMatchObject([400, [{ field: 'call_secret' }]])
})

test('calls are forgotten once they would be refused for their age', async () => {
  const { database } = bench.api.services
  const left = () =>
    withSystem(database, async (trx) => {
      const { rows } = await sql<{
        n: number
      }>`select count(*)::int as n from mailbox_calls where mailbox_id = ${mailbox.id}::uuid`.execute(trx)
      return rows[0]?.n
    })
  await withSystem(database, (trx) =>
    sql`update mailbox_calls set expires_at = now() - interval '1 minute'`.execute(trx),
  )
  expect((await bench.call(mailbox, made('After the others'))).status).toBe(200)
  expect(await left()).toBe(1)
})
