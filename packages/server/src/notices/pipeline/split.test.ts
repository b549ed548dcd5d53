import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withFirm } from '../../base/db/firm-transaction.ts'
import { receiveMessage } from '../../mail/receive.ts'
import { eventually } from '../../mail/testing/eventually.ts'
import { openOutgoingMail } from '../../outbox/mail/outgoing-mail.ts'
import { openTestServices, type TestServices } from '../../testing/services.ts'
import { startWorker } from '../../worker.ts'
import { readWork } from './load-work.ts'
import { endWithSplit } from './split.ts'

let held: TestServices
let worker: Awaited<ReturnType<typeof startWorker>>
let dns: Server

beforeAll(async () => {
  dns = createServer((_request, response) => response.writeHead(404).end())
  await new Promise<void>((resolve) => dns.listen(0, '127.0.0.1', resolve))
  const gateway = `http://127.0.0.1:${(dns.address() as AddressInfo).port}/`
  held = await openTestServices({ environment: { COURTCRIER_DNS_GATEWAY: gateway } })
  worker = await startWorker(held.services, openOutgoingMail(held.services.config, held.services.log))
})
afterAll(async () => {
  await worker.stop()
  await held.close()
  dns.close()
})

const notice = (n: number) => `
From: ecf@nysd.uscourts.gov
Subject: Activity in Case 1:22-cv-0010${n}-ABC Doe v. Roe Order ${n}

Notice of Electronic Filing

The following transaction was entered by Roe, Jane on 8/${n}/2022 at 8:02 PM EDT and filed on 8/${n}/2022

Case Name: Doe v. Roe
Case Number: 1:22-cv-0010${n}-ABC<https://ecf.nysd.uscourts.gov/cgi-bin/DktRpt.pl?${n}>

Docket Text:
ORDER ${n}.
`

interface Item {
  id: string
  status: string
  disposition: string
  parent: string | null
  number: string | null
  subject: string
  trust: string | null
  raw: string
  event: string | null
  snippet: string
}

const itemsOf = (subject: string) =>
  withFirm(held.services.database, 1, async (trx) => {
    const { rows } = await sql<Item>`
      select i.id, i.status, i.disposition, i.parent_id as parent, i.docket_number as number, i.subject, i.trust,
        i.raw_content as raw, i.event, i.snippet
      from inbox_items i left join inbox_items p on p.firm_id = i.firm_id and p.id = i.parent_id
      where i.firm_id = 1 and coalesce(p.subject, i.subject) = ${subject} order by i.docket_number nulls first`.execute(
      trx,
    )
    return rows
  })

async function receive(subject: string, body: string): Promise<string> {
  const raw = Buffer.from(`From: jane@firm.example\r\nSubject: ${subject}\r\n\r\n${body}`)
  const { itemId } = await receiveMessage(held.services, { firmId: 1, raw, via: 'smtp', source: 'mail.example' })
  return itemId
}

const settled = /^(Succeeded|Action Required|Failed)$/
const rest = (subject: string, count: number) =>
  eventually(async () => (await itemsOf(subject)).filter(({ status }) => settled.test(status)).length).toBe(count)

test('a message with two notices ends as split, and each notice is an item with its own values', async () => {
  const id = await receive('both', notice(1) + notice(2))
  await rest('both', 3)
  const [whole, ...parts] = await itemsOf('both')
  expect(whole).toMatchObject({ id, status: 'Succeeded', disposition: 'SPLIT', parent: null, number: null })
  expect(parts).toMatchObject([
    { parent: id, number: '1:22-cv-00101-ABC', trust: whole?.trust, raw: whole?.raw, event: 'Order 1' },
    { parent: id, number: '1:22-cv-00102-ABC', trust: whole?.trust, raw: whole?.raw, event: 'Order 2' },
  ])
  expect(parts.map(({ subject }) => subject)).toEqual([
    'Activity in Case 1:22-cv-00101-ABC Doe v. Roe Order 1',
    'Activity in Case 1:22-cv-00102-ABC Doe v. Roe Order 2',
  ])
  expect(parts.map(({ snippet }) => /ORDER \d/.exec(snippet)?.[0])).toEqual(['ORDER 1', 'ORDER 2'])
  for (const [at, { snippet }] of parts.entries()) expect(snippet).not.toContain(`0010${2 - at}`)
})

test("a notice without a subject of its own doesn't get that of the message, which names another case", async () => {
  const subject = 'Activity in Case 1:22-cv-00103-ABC Doe v. Roe Order 3'
  const [first = '', second = ''] = [3, 4].map((n) => notice(n).replace(/^\nFrom: .*\nSubject: .*\n/, ''))
  await receive(subject, first + second)
  await rest(subject, 3)
  const [, ...parts] = await itemsOf(subject)
  expect(parts.map((part) => [part.number, part.subject])).toEqual([
    ['1:22-cv-00103-ABC', subject],
    ['1:22-cv-00104-ABC', '(no subject)'],
  ])
})

test('splitting again, even after a crash midway, creates no duplicates and nothing incomplete', async () => {
  const id = await receive('again', notice(3) + notice(4))
  await rest('again', 3)
  const work = await readWork(held.services, 1, id)
  if (!work) throw new Error('the item is gone')
  const part = { start: 0, end: 10 }
  const split = (parts: readonly (typeof part)[], fail: boolean) =>
    withFirm(held.services.database, 1, async (trx) => {
      await sql`update inbox_items set status = 'Started' where id = ${id}::uuid`.execute(trx)
      const jobs = held.services.jobs
      await endWithSplit(trx, { work, stage: { name: 'parse' }, sentence: 'Split.', parts, jobs })
      if (fail) throw new Error('the power is gone')
    })
  await split([part, part], false)
  expect(await itemsOf('again')).toHaveLength(3)
  await expect(split([part, part, part], true)).rejects.toThrow('the power is gone')
  expect(await itemsOf('again')).toHaveLength(3)
})

test('splitting again adds a notice that was not found before, and knows the others', async () => {
  const id = await receive('more', notice(5) + notice(6))
  await rest('more', 3)
  const work = await readWork(held.services, 1, id)
  if (!work) throw new Error('the item is gone')
  const parts = (await itemsOf('more')).filter(({ parent }) => parent === id)
  const known = await Promise.all(parts.map(async (part) => (await readWork(held.services, 1, part.id))?.origin.part))
  const [first, last] = known
  if (!first || !last?.at) throw new Error('the parts are gone')
  const middle = { start: first.end, end: first.end + 20, at: first.end + 10, subject: 'found later' }
  const again = [first, middle, { ...last, start: first.end + 20 }]
  const split = () =>
    withFirm(held.services.database, 1, async (trx) => {
      await sql`update inbox_items set status = 'Started' where id = ${id}::uuid`.execute(trx)
      const jobs = { enqueue: async () => undefined } as unknown as typeof held.services.jobs
      await endWithSplit(trx, { work, stage: { name: 'parse' }, sentence: 'Split.', parts: again, jobs })
    })
  for (const _ of ['once', 'twice']) {
    await split()
    const now = await itemsOf('more')
    expect(now.filter((item) => item.parent === id && !parts.some((part) => part.id === item.id))).toMatchObject([
      { subject: 'found later' },
    ])
    expect(now).toHaveLength(4)
  }
  const narrowed = await readWork(held.services, 1, parts.at(-1)?.id ?? '')
  expect(narrowed?.origin.part).toMatchObject({ start: first.end + 20, end: last.end, at: last.at })
})

test('a reprocessed part is read as that part', async () => {
  await receive('once more', notice(8) + notice(9))
  await rest('once more', 3)
  const part = (await itemsOf('once more')).at(-1)
  const work = part && (await readWork(held.services, 1, part.id))
  const decoded = await work?.message()
  expect(decoded && 'message' in decoded && decoded.message.part?.start).toBeGreaterThan(0)
})

test('a message with one notice is one item', async () => {
  await receive('single', notice(7))
  await rest('single', 1)
  expect(await itemsOf('single')).toMatchObject([{ number: '1:22-cv-00107-ABC' }])
})
