import type { Notice } from '@courtcrier/contract/notice.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type NoticeBench, openNoticeBench } from '../preferences/notice-bench.fixture.ts'

let bench: NoticeBench

beforeAll(async () => {
  bench = await openNoticeBench()
  const clientId = await bench.add('clients', { name: 'C', number: 'C' })
  const matterId = await bench.add('matters', { name: 'M', number: 'M', client_id: clientId })
  const ada = await bench.add('timekeepers', { full_name: 'Ada Quill', email: 'ada@hale.example' })
  await bench.add('timekeepers', { full_name: 'José Peña', email: 'jose@hale.example', bar_number: 'NY 1234567' })
  await bench.add('timekeepers', { full_name: 'Left Firm', email: 'left@hale.example', status: 'Inactive' })
  const domain = { domain: 'hale.example', given_by: 'operator', proved_at: '2026-01-01T00:00:00Z' }
  await bench.add('firm_domains', domain)
  const jurisdictionId = await bench.add('jurisdictions', { name: 'N.D. Cal.', ecfx_jurisdiction_ids: ['cand'] })
  await bench.add('cases', {
    ...{ name: 'Calder v. Northgate', case_number: '3:26-cv-04417', jurisdiction_id: jurisdictionId },
    ...{ matter_id: matterId, assigned_timekeepers: [ada] },
  })
})
afterAll(() => bench.close())
afterEach(() => omit(false))

const omit = (isOn: boolean) => bench.query(sql`update firms set omits_own_filings = ${isOn} where firm_id = 1`)

/** Sends a notice of a filing. Returns its item, what its timeline says of the recipients, and whether the firm filed it. */
async function file(filer: string, more: Partial<Notice> = {}) {
  const { id, recipients, history } = await bench.send({
    ...{ court: 'cand', number: '3:26-cv-04417', name: 'Calder v. Northgate' },
    notice: { filingUser: { value: filer, from: 'body' }, ...more },
  })
  const [row] = await bench.query(sql<{ isOwn: boolean }>`
    select e.filed_by_firm as "isOwn" from envelopes e join inbox_items i on i.envelope_id = e.id
    where i.id = ${id}::uuid`)
  return { isOwn: row?.isOwn, recipients, line: history.find((line) => line.startsWith('address')) }
}

const servedAt = (email: string) => ({
  recipients: [{ name: 'Jose Pena', emails: [email], isServedElectronically: true }],
})

test("a filing by one of the firm's timekeepers is marked, and the timeline says who filed it and what shows it", async () => {
  expect(await file('Quill, Ada')).toEqual({
    isOwn: true,
    recipients: ['ada@hale.example'],
    line: 'address: Found one person to notify. The firm filed it: Ada Quill is the filer, by name, and is assigned to the case.',
  })
  expect(await file('Pena, Jose', servedAt('jp@hale.example'))).toMatchObject({
    isOwn: true,
    line: expect.stringContaining('The firm filed it: José Peña is the filer, by the address jp@hale.example.'),
  })
  expect(await file('Jose Peña, Bar No. 1234567')).toMatchObject({
    isOwn: true,
    line: expect.stringContaining('The firm filed it: José Peña is the filer, by the bar number NY 1234567.'),
  })
})

test('a namesake at another firm, a namesake off the case, strangers and people who left make no filing of the firm', async () => {
  for (const [filer, more] of [
    ['Pena, Jose', servedAt('jose@opponent.example')],
    ['Pena, Jose', {}],
    ['Opponent, Opal', servedAt('jose@hale.example')],
    ['Firm, Left', {}],
  ] as const) {
    const { isOwn, line } = await file(filer, more)
    expect([filer, isOwn]).toEqual([filer, false])
    expect(line).toBe('address: Found one person to notify.')
  }
})

test('a firm that leaves its own filings out of emails notifies no one of them, and the timeline says so', async () => {
  await omit(true)
  expect(await file('Quill, Ada')).toEqual({
    isOwn: true,
    recipients: [],
    line: 'address: The firm leaves its own filings out of emails, so no one is notified. The firm filed it: Ada Quill is the filer, by name, and is assigned to the case.',
  })
  expect((await file('Opponent, Opal')).recipients).toEqual(['ada@hale.example'])
})

test("a rejection of the firm's own filing is emailed all the same", async () => {
  await omit(true)
  expect((await file('Quill, Ada', { kind: 'rejection' })).recipients).toEqual(['ada@hale.example'])
})
