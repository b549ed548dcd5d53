import type { Notice } from '@courtcrier/contract/notice.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withFirm } from '../../base/db/firm-transaction.ts'
import { newId } from '../../base/db/ids.ts'
import { receiveMessage } from '../../mail/receive.ts'
import { eventually } from '../../mail/testing/eventually.ts'
import { openOutgoingMail } from '../../outbox/mail/outgoing-mail.ts'
import { openTestServices, type TestServices } from '../../testing/services.ts'
import { startWorker } from '../../worker.ts'
import { chooseCase } from '../fixes.ts'
import { filingKey } from '../matching/filing-key.ts'

let held: TestServices
let worker: Awaited<ReturnType<typeof startWorker>>
let userId: string
const matterId = newId()
let count = 0

const run = (query: ReturnType<typeof sql>) => query.execute(held.services.database.kysely)

beforeAll(async () => {
  held = await openTestServices()
  worker = await startWorker(held.services, openOutgoingMail(held.services.config, held.services.log))
  const client = newId()
  await run(sql`insert into clients (firm_id, id, name, number) values (1, ${client}::uuid, 'C', 'C')`)
  await run(
    sql`insert into matters (firm_id, id, name, number, client_id) values (1, ${matterId}::uuid, 'M', 'M', ${client}::uuid)`,
  )
  userId = newId()
})
afterAll(async () => {
  await worker.stop()
  await held.close()
})

const jurisdictions = new Map<string, string>()

async function jurisdictionOf(courtId: string): Promise<string> {
  const known = jurisdictions.get(courtId)
  if (known) return known
  const id = newId()
  jurisdictions.set(courtId, id)
  await run(
    sql`insert into jurisdictions (firm_id, id, name, ecfx_jurisdiction_ids) values (1, ${id}::uuid, ${courtId}, array[${courtId}])`,
  )
  return id
}

async function addCase(courtId: string, { number, name, key }: { number: string; name: string; key?: string }) {
  const id = newId()
  const jurisdiction = await jurisdictionOf(courtId)
  await run(sql`insert into cases (firm_id, id, name, case_number, jurisdiction_id, matter_id, unique_key)
    values (1, ${id}::uuid, ${name}, ${number}, ${jurisdiction}::uuid, ${matterId}::uuid, ${key ?? null})`)
  return id
}

interface Said {
  number: string
  name?: string
  key?: string
}

/** Runs a notice with these dockets through the pipeline. Returns the item once it stops. */
async function receive(courtId: string, ...dockets: readonly Said[]) {
  const found = (value: string) => ({ value, from: 'derived' as const })
  const notice: Notice = {
    kind: 'filing',
    format: 'by-hand',
    courtId: found(courtId),
    courtEvidence: [{ courtId, by: 'given', weight: 1 }],
    cases: dockets.map(({ number, name, key }) => ({
      docketNumber: found(number),
      parts: {},
      ...(name && { name: found(name) }),
      ...(key && { courtCaseId: found(key) }),
    })),
    event: found('Order'),
    documentNumber: found(String(++count)),
    isCaseClosed: false,
    isSealed: false,
    crossReferences: [],
    documents: [],
    recipients: [],
  }
  const raw = Buffer.from(`Subject: ${count}\r\nFrom: clerk@one.example\r\n\r\nOrder ${count}`)
  const entered = { by: 'Ada', userId, notice, files: [], filingKey: filingKey(notice) }
  const { itemId } = await receiveMessage(held.services, {
    firmId: 1,
    raw,
    via: 'manual',
    source: 'Ada',
    origin: { entered },
  })
  return rest(itemId)
}

interface Rested {
  id: string
  status: string
  caseId: string | null
  reason: string | null
  review: { candidates?: string[]; doubts?: { caseId: string; about: string[] }[] } | null
  matched: string | null
}

async function rest(itemId: string): Promise<Rested> {
  const look = async () => {
    const { rows } = await sql<Rested>`
      select i.id, i.status, i.case_id as "caseId", i.reason, p.outcomes->'review' as review,
        (select sentence from history h where h.inbox_item_id = i.id and h.stage = 'match' order by h.at desc limit 1) as matched
      from inbox_items i join item_progress p on p.firm_id = i.firm_id and p.id = i.id where i.id = ${itemId}::uuid`.execute(
      held.services.database.kysely,
    )
    return rows[0]
  }
  await eventually(async () => (await look())?.status).not.toMatch(/^(New|Started|Post Processing)$/)
  const item = await look()
  if (!item) throw new Error('the item is gone')
  return item
}

describe('a notice goes to the case with its number and to no other', () => {
  test.each([
    ['calsuperct', '30-2025-01400999-CU-BC-CJC', '30-2025-01400888-CU-BC-CJC'],
    ['calsuperct', '37-2024-00012345-CU-PO-CTL', '37-2024-00012346-CU-PO-CTL'],
    ['washsuperct', '24-2-01234-5 SEA', '24-2-05678-5 SEA'],
    ['nysurct', '2024-1234/A', '2024-1234/B'],
    ['tax', '1234-24', '1235-24'],
    ['ttab', '91234567', '91234568'],
  ])('%s: %s is not %s', async (court, number, other) => {
    const name = 'Calder v. Northgate'
    const id = await addCase(court, { number, name })
    expect(await receive(court, { number: other, name })).toMatchObject({ status: 'Action Required', caseId: null })
    const own = await receive(court, { number: number.toLowerCase(), name })
    expect([own.caseId, own.reason]).toEqual([id, own.reason])
    expect(own.matched).toBe(`Matched to ${name} by docket number ${number}.`)
  })

  test('text that is not a docket number leaves the choice to a person, and says so', async () => {
    await addCase('nysb', { number: '22-00193', name: 'In re Quill' })
    const item = await receive('nysb', { number: '22-00193 WARNING: CASE', name: 'Quill' })
    expect(item).toMatchObject({
      status: 'Action Required',
      caseId: null,
      reason: '"22-00193 WARNING: CASE" isn\'t a docket number. Read the notice, then choose the case.',
    })
    const gap = await receive('cand', { number: '1:20-cv-08 924' })
    expect(gap.reason).toContain("isn't a docket number")
  })
})

describe('a matching number with a different name', () => {
  test('leaves the choice to a person, and it applies to the next notice with that number and name', async () => {
    const id = await addCase('cand', { number: '3:26-cv-04417-RS', name: 'Ortiz v. Tidewater' })
    const said = { number: '3:26-cv-04417-RS', name: 'Harlan v. Meridian', key: '417733' }
    const item = await receive('cand', said)
    expect(item).toMatchObject({
      status: 'Action Required',
      caseId: null,
      reason: 'A case has this number, but the case names share no party. Compare the two, then choose the case.',
      review: { candidates: [id], doubts: [{ caseId: id, about: ['name'] }] },
    })
    await withFirm(held.services.database, 1, (trx) =>
      chooseCase(trx, held.services.jobs, { firmId: 1, itemId: item.id, userId, caseId: id }),
    )
    expect((await rest(item.id)).caseId).toBe(id)
    expect((await receive('cand', said)).caseId).toBe(id)
    expect(await receive('cand', { ...said, name: 'Quill v. Roe' })).toMatchObject({ caseId: null })
  })

  test('a replaced party is no contradiction', async () => {
    const id = await addCase('cand', { number: '3:26-cv-05001', name: 'Smith v. Saul' })
    expect((await receive('cand', { number: '3:26-cv-05001-JD', name: 'Smith v. Kijakazi' })).caseId).toBe(id)
  })

  test('a filing with two dockets has both of its cases', async () => {
    const first = await addCase('cand', { number: '3:26-cv-08001', name: 'Calder v. Northgate' })
    const second = await addCase('cand', { number: '3:26-cv-08002', name: 'Calder v. Southgate' })
    await receive(
      'cand',
      { number: '3:26-cv-08001', name: 'Calder v. Northgate', key: '800100' },
      { number: '3:26-cv-08002', name: 'Calder v. Southgate', key: '800200' },
    )
    expect(await otherCases(first)).toEqual([second])
  })

  test('one doubtful docket among others leaves the choice to a person, and the others continue with it', async () => {
    const sure = await addCase('cand', { number: '3:26-cv-06001', name: 'Calder v. Northgate' })
    const doubtful = await addCase('cand', { number: '3:26-cv-06002', name: 'Ortiz v. Tidewater' })
    const item = await receive(
      'cand',
      { number: '3:26-cv-06001', name: 'Calder v. Northgate', key: '600100' },
      { number: '3:26-cv-06002', name: 'Quill v. Harlan', key: '600200' },
    )
    expect(item).toMatchObject({ caseId: null, review: { candidates: [doubtful], matched: [sure] } })
    await withFirm(held.services.database, 1, (trx) =>
      chooseCase(trx, held.services.jobs, { firmId: 1, itemId: item.id, userId, caseId: doubtful }),
    )
    await rest(item.id)
    const { rows } = await sql<{ caseIds: string[] }>`
      select outcomes #> '{match,result,caseIds}' as "caseIds" from item_progress where id = ${item.id}::uuid`.execute(
      held.services.database.kysely,
    )
    expect(rows[0]?.caseIds).toEqual([doubtful, sure])
    expect(await otherCases(doubtful)).toEqual([sure])
  })
})

test('an ignored case does not cause notices of other parties to be ignored', async () => {
  await run(sql`insert into ignored_cases (firm_id, id, name, case_number, ecfx_jurisdiction_id)
    values (1, ${newId()}::uuid, 'Quill v. Roe', '24CV071234', 'calsuperct')`)
  const other = await receive('calsuperct', { number: '24CV071234', name: 'Harlan v. Meridian' })
  expect(other.status).toBe('Action Required')
  const own = await receive('calsuperct', { number: '24CV071234', name: 'Quill vs. Roe et al' })
  expect(own.status).toBe('Succeeded')
})

test("each case gets its own docket's ID, whichever of the dockets the firm has", async () => {
  const id = await addCase('cand', { number: '3:26-cv-07002', name: 'Calder v. Northgate' })
  const item = await receive(
    'cand',
    { number: '3:26-cv-07001', name: 'Quill v. Harlan', key: '700100' },
    { number: '3:26-cv-07002', name: 'Calder v. Northgate', key: '700200' },
  )
  expect(item.caseId).toBe(id)
  const { rows } = await sql<{ key: string }>`select unique_key as key from cases where id = ${id}::uuid`.execute(
    held.services.database.kysely,
  )
  expect(rows[0]?.key).toBe('700200')
})

/** The other cases of a case's filings. */
async function otherCases(caseId: string): Promise<readonly string[]> {
  const { rows } = await sql<{ others: string[] }>`
    select other_case_ids as others from envelopes where case_id = ${caseId}::uuid`.execute(
    held.services.database.kysely,
  )
  return rows.flatMap(({ others }) => others)
}
