import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { newId } from '../../base/db/ids.ts'
import { cancelItem, requeueItem } from '../actions.ts'
import { cancelDms } from '../dms-actions.ts'
import { type NoticeBench, openNoticeBench } from '../preferences/notice-bench.fixture.ts'

let bench: NoticeBench
let jurisdiction: string
/** Notified once a day, so that notices don't wait for emails. */
let daily: string

beforeAll(async () => {
  bench = await openNoticeBench()
  const person = { full_name: 'Ada', email: 'ada@one.example', notification_cadence: 'DAILY' }
  daily = await bench.add('timekeepers', person)
  jurisdiction = await bench.add('jurisdictions', { name: 'N.D. Cal.', ecfx_jurisdiction_ids: ['cand'] })
})
afterAll(() => bench.close())

let count = 0
const name = 'Calder v. Northgate'

/** Adds a storage policy, whose documents are saved on this server. */
async function addPolicy(path: string, values: object = {}): Promise<string> {
  const id = newId()
  await bench.add('credentials', { name: id, kind: 'generic_credential' }, id)
  await bench.add('generic_credentials', { name: id, driver: 'FILE_SYSTEM', folder_id: '/' }, id)
  const templates = { document_path: path, document_name: '{{ document.title }}' }
  return bench.add('storage_policies', { name: `Policy ${++count}`, dms_credential_id: id, ...templates, ...values })
}

interface Added {
  id: string
  number: string
  matter: string
}

/** Adds a case in a matter of its own. */
async function addCase(values: object = {}): Promise<Added> {
  const number = `3:26-cv-${40_000 + ++count}`
  const client = await bench.add('clients', { name: `Client ${count}`, number: `C${count}` })
  const matter = await bench.add('matters', { name: `Matter ${count}`, number: `M${count}`, client_id: client })
  const row = { name, case_number: number, jurisdiction_id: jurisdiction, assigned_timekeepers: [daily] }
  return { id: await bench.add('cases', { ...row, matter_id: matter, ...values }), number, matter }
}

const found = (value: string) => ({ value, from: 'derived' as const })

/** Receives a notice with two documents that names these cases. Returns its item once its copies are saved. */
async function receive(...numbers: readonly string[]) {
  return settled((await bench.send(await said(...numbers))).id)
}

async function said(...numbers: readonly string[]): Promise<Parameters<NoticeBench['send']>[0]> {
  const [first = '', ...others] = numbers
  const files = await Promise.all(
    ['Motion', 'Exhibit'].map(async (title) => {
      const { sha256, size } = await bench.services.blobs.put(Buffer.from(`%PDF-1.7 ${title} ${++count}`))
      return { fileId: sha256, size }
    }),
  )
  return {
    ...{ court: 'cand', number: first, name, files, dockets: others.map((number) => ({ number, name })) },
    notice: { documents: ['Motion', 'Exhibit'].map((title, index) => ({ index, description: found(title) })) },
  }
}

/** Processes a notice again. */
async function again(itemId: string): Promise<void> {
  await bench.inFirm((trx) => requeueItem(trx, bench.services.jobs, { firmId: 1, itemId, userId: newId() }))
  await settled(itemId)
}

/** Returns the item once all of its copies are saved. */
async function settled(id: string) {
  await vi.waitFor(async () => expect((await bench.read(id)).status).not.toMatch(/^(New|Started|Post Processing)$/), {
    timeout: 60_000,
  })
  return bench.read(id)
}

interface Copy {
  path: string | null
  status: string
  caseId: string | null
}

const copiesOf = async (itemId: string) =>
  bench.query(sql<Copy>`select path, status, case_id as "caseId" from document_copies
    where inbox_item_id = ${itemId}::uuid order by path, status`)
const pathsOf = async (itemId: string) => (await copiesOf(itemId)).map(({ path }) => path)

const setPolicy = (table: string, id: string, policy: string | null) =>
  bench.query(sql`update ${sql.table(table)} set storage_policy_id = ${policy}::uuid where id = ${id}::uuid`)
const setFirmPolicy = (policy: string | null) =>
  bench.query(sql`update firms set storage_policy_id = ${policy}::uuid where firm_id = 1`)

/** Adds two cases that the firm's policy saves in folders of their own. */
async function addTwo(): Promise<readonly [Added, Added]> {
  await setFirmPolicy(await addPolicy('{{ matter.number }}/{{ case.case_number }}'))
  return [await addCase(), await addCase()]
}

test('each document of a filing of two cases is saved once in each case’s folder', async () => {
  const [lead, member] = await addTwo()
  const item = await receive(lead.number, member.number)
  expect(item.status).toBe('Succeeded')
  const copies = await copiesOf(item.id)
  expect(copies.map(({ status }) => status)).toEqual(['succeeded', 'succeeded', 'succeeded', 'succeeded'])
  for (const { id, number } of [lead, member]) {
    const own = copies.filter(({ caseId }) => caseId === id).map(({ path }) => path?.replace(/^M\d+\//, ''))
    const folder = number.replace(':', '-')
    expect(own).toEqual([`${folder}/Exhibit.pdf`, `${folder}/Motion.pdf`])
  }
  expect(item.history.filter((line) => line.startsWith('store: '))).toEqual([
    expect.stringMatching(/^store: The firm's storage policy "Policy \d+" applies\.$/),
  ])
})

test('two cases with one folder have one copy of each document', async () => {
  await setFirmPolicy(await addPolicy('{{ matter.number }}'))
  const lead = await addCase()
  const member = await addCase({ matter_id: lead.matter })
  const item = await receive(lead.number, member.number)
  const copies = await copiesOf(item.id)
  expect(copies.map(({ path }) => path?.split('/').at(-1))).toEqual(['Exhibit.pdf', 'Motion.pdf'])
  expect(copies.map(({ caseId }) => caseId)).toEqual([lead.id, lead.id])
})

test('a policy of only one of the cases saves for that one, and the history says so', async () => {
  await setFirmPolicy(null)
  const [lead, member] = [await addCase(), await addCase({ name: 'Calder v. Southgate' })]
  const policy = await addPolicy('{{ case.case_number }}')
  await setPolicy('cases', member.id, policy)
  const item = await receive(lead.number, member.number)
  const copies = await copiesOf(item.id)
  expect(copies.map(({ caseId }) => caseId)).toEqual([member.id, member.id])
  expect(item.history.find((line) => line.startsWith('store: '))).toMatch(
    /^store: No storage policy applies to Calder v\. Northgate\. The case's storage policy "Policy \d+" applies to Calder v\. Southgate\.$/,
  )
})

test("the order of the levels that the firm set decides whose policy saves a case's filings", async () => {
  const only = await addCase()
  await setFirmPolicy(await addPolicy('By the firm'))
  await setPolicy('matters', only.matter, await addPolicy('By the matter'))
  await setPolicy('cases', only.id, await addPolicy('By the case'))
  const pathsBy = async (...levels: readonly string[]) => {
    await bench.query(sql`update firms set storage_policy_hierarchy = ${[...levels]}::text[] where firm_id = 1`)
    return pathsOf((await receive(only.number)).id)
  }
  const inFolder = (folder: string) => [`${folder}/Exhibit.pdf`, `${folder}/Motion.pdf`]
  expect(await pathsBy('matter', 'case')).toEqual(inFolder('By the matter'))
  expect(await pathsBy('firm', 'matter')).toEqual(inFolder('By the firm'))
  expect(await pathsBy()).toEqual(inFolder('By the case'))
})

test('a case that is added later gets its copies once the notice is processed again, and nothing is saved twice', async () => {
  const [lead] = await addTwo()
  const later = `3:26-cv-${50_000 + ++count}`
  const item = await receive(lead.number, later)
  const before = await pathsOf(item.id)
  expect(before).toHaveLength(2)
  const member = await addCase({ case_number: later })
  await again(item.id)
  const copies = await copiesOf(item.id)
  expect(copies).toHaveLength(4)
  expect(copies.filter(({ caseId }) => caseId === lead.id).map(({ path }) => path)).toEqual(before)
  const added = copies.filter(({ caseId }) => caseId === member.id).map(({ path }) => path?.split('/').slice(1))
  const folder = later.replace(':', '-')
  expect(added).toEqual([
    [folder, 'Exhibit.pdf'],
    [folder, 'Motion.pdf'],
  ])
})

test('a filing that moves to another case of the same folder keeps its copies, which become that case’s', async () => {
  await setFirmPolicy(await addPolicy('{{ matter.number }}'))
  const former = await addCase()
  const item = await receive(former.number)
  const before = await pathsOf(item.id)
  await bench.query(sql`update cases set case_number = '3:25-cv-1' where id = ${former.id}::uuid`)
  const now = await addCase({ matter_id: former.matter, case_number: former.number })
  await again(item.id)
  const copies = await copiesOf(item.id)
  expect(copies.map(({ path }) => path)).toEqual(before)
  expect(copies.map(({ caseId }) => caseId)).toEqual([now.id, now.id])
})

test('a filing that moves to a case with another folder is saved there, too', async () => {
  const [former] = await addTwo()
  const item = await receive(former.number)
  await bench.query(sql`update cases set case_number = '3:25-cv-2' where id = ${former.id}::uuid`)
  const now = await addCase({ case_number: former.number })
  await again(item.id)
  const copies = await copiesOf(item.id)
  expect(copies.map(({ status }) => status)).toEqual(['succeeded', 'succeeded', 'succeeded', 'succeeded'])
  expect(copies.filter(({ caseId }) => caseId === now.id)).toHaveLength(2)
})

test('notices are saved for each case as well', async () => {
  const path = '{{ matter.number }}/{{ case.case_number }}'
  await setFirmPolicy(await addPolicy(path, { store_documents: false, store_email: 'eml' }))
  const [lead, member] = [await addCase(), await addCase()]
  const item = await receive(lead.number, member.number)
  const copies = await copiesOf(item.id)
  expect(copies.map(({ caseId }) => caseId).toSorted()).toEqual([lead.id, member.id].toSorted())
  expect(copies.map((copy) => copy.path?.split('/').at(-1))).toEqual(['Notice.eml', 'Notice.eml'])
})

test('single copies are canceled and saved again, and the others with the whole notice', async () => {
  const [lead, member] = await addTwo()
  const isRefused = (health: string) =>
    bench.query(sql`update credentials set health = ${health}, checked_at = now() where id = (
      select dms_credential_id from storage_policies where id = (select storage_policy_id from firms where firm_id = 1))`)
  await isRefused('failing')
  const { id: itemId } = await bench.send(await said(lead.number, member.number))
  const statuses = async () => (await copiesOf(itemId)).map(({ caseId, status }) => [caseId === lead.id, status])
  const waiting = [true, true, false, false].map((isLead) => [isLead, 'delayed'])
  await expect.poll(async () => (await statuses()).toSorted().reverse()).toEqual(waiting)
  const [copy] = await bench.query(sql<{ id: string }>`select id from document_copies
    where inbox_item_id = ${itemId}::uuid and case_id = ${member.id}::uuid limit 1`)
  const target = { firmId: 1, itemId, userId: newId() }
  await bench.inFirm((trx) => cancelDms(trx, bench.services.jobs, { ...target, copyId: copy?.id }))
  expect((await statuses()).filter(([, status]) => status === 'canceled')).toEqual([[false, 'canceled']])
  await bench.inFirm((trx) => cancelItem(trx, bench.services.jobs, target))
  expect(new Set((await statuses()).map(([, status]) => status))).toEqual(new Set(['canceled']))
  await isRefused('unknown')
  await again(itemId)
  const copies = await copiesOf(itemId)
  expect(copies.map(({ status }) => status)).toEqual(['succeeded', 'succeeded', 'succeeded', 'succeeded'])
  expect(new Set(copies.map(({ path }) => path)).size).toBe(4)
})
