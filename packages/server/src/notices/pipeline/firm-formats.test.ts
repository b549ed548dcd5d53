import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { noticeFormat } from '@courtcrier/contract/resources/notice-format.ts'
import { systemRoles } from '@courtcrier/contract/resources/system-roles.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withFirm } from '../../base/db/firm-transaction.ts'
import { receiveMessage } from '../../mail/receive.ts'
import { eventually } from '../../mail/testing/eventually.ts'
import { onePerPlace } from '../../outbox/copies/one-per-place.ts'
import { openOutgoingMail } from '../../outbox/mail/outgoing-mail.ts'
import type { Writer } from '../../records/write/change.ts'
import { writeRow } from '../../records/write/write-rows.ts'
import { openTestServices, type TestServices } from '../../testing/services.ts'
import { startWorker } from '../../worker.ts'
import { openFirmFormats } from './firm-formats.ts'
import { rehearse } from './rehearse.ts'

let held: TestServices
let worker: Awaited<ReturnType<typeof startWorker>>
let dns: Server
let count = 0

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

const county = {
  name: 'County',
  senderDomains: ['county.example'],
  ecfxJurisdictionId: 'texbizct',
  docketNumberLabels: ['Case No.'],
  eventLabels: ['Event'],
}

function writerOf(firmId: number): Writer {
  const [administrator] = systemRoles
  if (!administrator) throw new Error('there are no roles')
  const role = { id: '', ...administrator }
  return { firmId, role, userId: undefined, timekeeperId: undefined, box: held.services.secrets }
}

const inFirm = <T>(firmId: number, run: Parameters<typeof withFirm<T>>[2]) =>
  withFirm(held.services.database, firmId, run)
const addFormat = (firmId: number, values: AnyRow) =>
  inFirm(
    firmId,
    async (trx) => (await writeRow(trx, noticeFormat, { kind: 'create', input: values }, writerOf(firmId))).id,
  )
const changeFormat = (firmId: number, id: string, input: AnyRow) =>
  inFirm(firmId, (trx) => writeRow(trx, noticeFormat, { kind: 'update', id, input }, writerOf(firmId)))

interface Read {
  id: string
  number: string | null
  format: string | null
  reason: string | null
}

/** Receives a message, waits until its item stops, and returns the parse stage's result. */
async function receive(firmId: number): Promise<Read> {
  const number = `26-BC-${String(++count).padStart(4, '0')}`
  const raw = Buffer.from(`From: clerk@county.example\r\nSubject: Filing\r\n\r\nCase No. ${number}\nEvent: Order\n`)
  const { itemId } = await receiveMessage(held.services, { firmId, raw, via: 'smtp', source: 'mail.example' })
  const look = () =>
    inFirm(firmId, async (trx) => {
      const { rows } = await sql<Read & { status: string }>`
        select item.id, status, docket_number as number, reason, p.outcomes->'parse'->'result'->'notice'->>'format' as format
        from inbox_items item join item_progress p on p.firm_id = item.firm_id and p.id = item.id
        where item.firm_id = ${firmId} and item.id = ${itemId}::uuid`.execute(trx)
      return rows[0]
    })
  await eventually(async () => (await look())?.status).not.toMatch(/^(New|Started|Post Processing)$/)
  const found = await look()
  if (!found) throw new Error('the item is gone')
  expect([null, number]).toContain(found.number)
  return found
}

test("an item is parsed with its firm's current format, and with no other firm's", async () => {
  expect(await receive(1)).toMatchObject({ number: null, reason: expect.stringContaining('not a court notice') })

  const id = await addFormat(1, county)
  await expect.poll(async () => (await receive(1)).format).toBe('firm: County')
  expect(await receive(2)).toMatchObject({ number: null, reason: expect.stringContaining('not a court notice') })

  await changeFormat(1, id, { name: 'County Clerk' })
  await expect.poll(async () => (await receive(1)).format).toBe('firm: County Clerk')

  await changeFormat(1, id, { isActive: false })
  await expect.poll(async () => (await receive(1)).format).toBeNull()

  await changeFormat(1, id, { isActive: true })
  await expect.poll(async () => (await receive(1)).format).toBe('firm: County Clerk')
  await inFirm(1, (trx) => writeRow(trx, noticeFormat, { kind: 'delete', id }, writerOf(1)))
  await expect.poll(async () => (await receive(1)).format).toBeNull()
})

test('a preview uses the current formats', async () => {
  const item = await receive(2)
  expect((await rehearse(held.services, { firmId: 2, itemId: item.id, onePerPlace }))?.results.parse).toBeUndefined()
  const id = await addFormat(2, county)
  const rehearsal = await rehearse(held.services, { firmId: 2, itemId: item.id, onePerPlace })
  expect(rehearsal?.results.parse?.notice.format).toBe('firm: County')
  await inFirm(2, (trx) => writeRow(trx, noticeFormat, { kind: 'delete', id }, writerOf(2)))
})

test('a format is compiled once per change, even when it is read again', async () => {
  let now = new Date('2026-11-21T12:00:00Z')
  let reads = 0
  const formats = openFirmFormats({ feed: held.services.feed, now: () => now })
  const find = (firmId: number) =>
    formats.find(firmId, (run) => {
      reads++
      return inFirm(firmId, run)
    })
  const id = await addFormat(1, county)
  await expect.poll(async () => (await find(1)).length).toBe(1)
  const [first] = await find(1)
  const before = reads
  expect((await find(1))[0]).toBe(first)
  expect(reads).toBe(before)

  now = new Date(now.getTime() + 6_000)
  expect((await find(1))[0]).toBe(first)
  expect(reads).toBe(before + 1)

  await changeFormat(1, id, { linkHosts: ['documents.county.example'] })
  await expect.poll(async () => (await find(1))[0]?.linkHosts).toEqual(['documents.county.example'])
  expect(await find(2)).toEqual([])
  formats.close()
})

test('formats that could not be loaded are loaded again', async () => {
  const formats = openFirmFormats({ feed: held.services.feed, now: () => new Date() })
  await expect(formats.find(1, () => Promise.reject(new Error('gone')))).rejects.toThrow('gone')
  expect(await formats.find(1, (run) => inFirm(1, run))).toHaveLength(1)
  formats.close()
})

test('a lookup within a transaction does not wait for another that waits for the connection', async () => {
  const formats = openFirmFormats({ feed: held.services.feed, now: () => new Date() })
  const { inside, outside } = await inFirm(1, async (trx) => {
    // On the embedded database this one gets the connection only when the transaction has ended.
    const outside = formats.find(1, (run) => inFirm(1, run))
    const inside = await formats.find(1, (run) => run(trx))
    return { inside, outside: () => outside }
  })
  expect(await outside()).toHaveLength(inside.length)
  formats.close()
})
