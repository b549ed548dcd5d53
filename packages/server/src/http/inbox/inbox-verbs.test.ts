import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { plantFiling } from '../../outbox/copies/test-filing.ts'
import { openInboxApi } from '../../testing/inbox-api.ts'

let inbox: Awaited<ReturnType<typeof openInboxApi>>

beforeAll(async () => {
  inbox = await openInboxApi()
})
afterAll(() => inbox.api.close())

/** Numbers what is made, so that no two calls make the same. */
let numbered = 0

/** Leaves items as the pipeline does when they stop at a stage; a null stage means that only a document is missing. */
async function stopAt(stage: string | null, ids: readonly string[], outcomes: object = {}, columns = sql``) {
  const list = [...ids]
  await inbox.run(sql`update inbox_items set status = 'Action Required', action_required = 'USER', reason = 'Stopped.',
    subject = ${`Notice ${++numbered}`}, snippet = 'Same text', next_stage = ${stage} ${columns} where id = any(${list}::uuid[])`)
  await inbox.run(
    sql`update item_progress set outcomes = ${JSON.stringify(outcomes)}::text::jsonb where id = any(${list}::uuid[])`,
  )
}

async function makeItems(count: number): Promise<string[]> {
  const ids: string[] = []
  while (ids.length < count) ids.push(await inbox.makeItem('Action Required'))
  return ids
}

async function stoppedFiling(verdict: string): Promise<{ ids: [string, string]; documentId: string | undefined }> {
  const filing = await plantFiling(inbox.api.services, { documents: [{ verdict, sentence: 'Not there.' }] })
  const ids: [string, string] = [filing.itemId, await inbox.makeItem('Action Required')]
  const outcomes = {
    parse: {
      result: { notice: { format: 'cmecf-nef', cases: [{ link: { url: 'https://ecf.cand.uscourts.gov/doc1/1' } }] } },
    },
    retrieve: { result: { gap: 'missing' } },
  }
  await stopAt(null, ids, outcomes, sql`, envelope_id = ${filing.envelopeId}::uuid`)
  return { ids, documentId: filing.documents[0]?.id }
}

const unverified = { authenticate: { result: { trust: 'unverified' } } }
const parsed = (key: string) => ({ parse: { result: { notice: { format: 'cmecf-nef', cases: [] }, filingKey: key } } })

describe('the list knows what each stopped item needs', () => {
  const needsOf = async (ids: readonly string[], as: 'Docketing' | 'View Only' = 'Docketing') => {
    const answer = await inbox.api.call({ as, url: `/api/v1/inbox/needs?ids=${ids.join()}` })
    return answer.json().needs as { id: string; fixes: string[]; suggestion: unknown; has_address: boolean }[]
  }

  test.each<[string, () => Promise<string>, readonly string[]]>([
    ['a message that can’t be decoded', () => stopped('authenticate'), ['manual', 'requeue', 'not-needed']],
    ['a message that isn’t understood', () => stopped('parse'), ['manual', 'requeue', 'not-needed']],
    ['a court’s announcement', () => stopped('parse', read('announcement')), ['not-needed', 'manual', 'requeue']],
    [
      'a notice without its court',
      () => stopped('parse', read('filing', false)),
      ['choose-court', 'manual', 'not-needed'],
    ],
    ['an unverified sender', () => stopped('retrieve', unverified), ['trust', 'not-needed']],
    ['a probable fake', () => stopped('retrieve', fake), ['not-needed', 'trust']],
    [
      'a number no case has',
      () => inbox.makeUnmatched('3:26-cv-08001'),
      ['choose-case', 'create-case', 'ignore-case', 'not-needed'],
    ],
    ['a case without anyone to notify', unaddressed, ['assign-timekeeper', 'requeue', 'not-needed']],
    ['a notice to approve', () => stopped('deliver'), ['approve', 'not-needed']],
    ['a used free look', async () => (await stoppedFiling('spent')).ids[0], ['upload-documents', 'not-needed']],
    ['a required login', async () => (await stoppedFiling('login')).ids[0], ['upload-documents', 'not-needed']],
    [
      'a document not there yet',
      async () => (await stoppedFiling('unavailable')).ids[0],
      ['upload-documents', 'retrieve', 'not-needed'],
    ],
  ])('%s', async (_, make, fixes) => {
    const id = await make()
    expect(await needsOf([id])).toMatchObject([{ id, fixes }])
    expect(await inbox.viewOf(id)).toMatchObject({ fixes })
    expect(await needsOf([id], 'View Only')).toMatchObject([{ id, fixes: [] }])
  })

  test('the court’s address is there if the notice has it, and items of another firm or at rest have no needs', async () => {
    const { ids } = await stoppedFiling('spent')
    const theirs = await inbox.makeUnmatched('3:26-cv-08002', { firm: 2 })
    const needs = await needsOf([ids[0], theirs, await inbox.makeItem('Succeeded')])
    expect(needs).toMatchObject([{ id: ids[0], has_address: true }])
  })

  test('the only candidate that nothing contradicts is suggested by name', async () => {
    const caseIds = [
      await makeCase('Ortiz v. Halcyon', '3:26-cv-08003'),
      await makeCase('Someone v. Else', '3:26-cv-08003'),
    ]
    const id = await inbox.makeUnmatched('3:26-cv-08003', { candidates: caseIds })
    expect(await needsOf([id])).toMatchObject([{ suggestion: null }])
    expect((await inbox.viewOf(id)).candidates).toMatchObject([
      { name: 'Ortiz v. Halcyon', reasons: ['number', 'name', 'court'] },
      { name: 'Someone v. Else', reasons: ['number', 'court'] },
    ])
    await inbox.run(sql`update item_progress set outcomes = jsonb_set(outcomes, '{review,doubts}',
      ${JSON.stringify([{ caseId: caseIds[1], about: ['name'] }])}::text::jsonb) where id = ${id}::uuid`)
    expect(await needsOf([id])).toMatchObject([{ suggestion: { id: caseIds[0], name: 'Ortiz v. Halcyon' } }])
  })

  const fake = { authenticate: { result: { trust: 'unverified', flag: 'look-alike' } } }
  const read = (kind: string, isCourtKnown = true) => ({
    authenticate: { result: { trust: 'verified' } },
    review: { understood: { kind, ...(isCourtKnown && { courtId: { value: 'cand' } }) } },
  })

  async function stopped(stage: string, outcomes: object = {}): Promise<string> {
    const [id = ''] = await makeItems(1)
    await stopAt(stage, [id], outcomes)
    return id
  }

  async function unaddressed(): Promise<string> {
    const [id = ''] = await makeItems(1)
    await stopAt('address', [id], {}, sql`, case_id = ${await makeCase('Quiet v. Loud')}::uuid`)
    return id
  }
})

async function makeCase(
  name: string,
  number = `3:26-cv-${String(9000 + ++numbered).padStart(5, '0')}`,
): Promise<string> {
  const { jurisdictionId, matterId, timekeeperId } = await inbox.makeJurisdictionAndMatter()
  const body = {
    name,
    case_number: number,
    jurisdiction_id: jurisdictionId,
    matter_id: matterId,
    assigned_timekeepers: [timekeeperId],
  }
  const made = await inbox.api.call({ as: 'Docketing', method: 'POST', url: '/api/v1/case', body })
  expect(made.status, made.text).toBe(201)
  return String(made.json().id)
}

test('a new case also gets its judge, its matter and its date of filing, where the notice leaves no doubt', async () => {
  const { jurisdictionId } = await inbox.makeJurisdictionAndMatter()
  const make = async (entity: string, body: object) => {
    const answer = await inbox.api.call({ as: 'Administrator', method: 'POST', url: `/api/v1/${entity}`, body })
    expect(answer.status, answer.text).toBe(201)
    return String(answer.json().id)
  }
  const judgeId = await make('judge', { name: 'Hon. Rosalind Sato', jurisdiction_id: jurisdictionId })
  await make('judge', { name: 'Peter Kim', jurisdiction_id: jurisdictionId })
  const clientId = await make('client', { name: 'Tidewater', number: 'TW' })
  const matterId = await make('matter', { name: 'Ortiz', number: 'TW-1', client_id: clientId })
  const id = await inbox.makeUnmatched('3:26-cv-08009-RS')
  // The others of this firm are in the same court, which leaves its jurisdiction open.
  await inbox.run(sql`update jurisdictions set ecfx_jurisdiction_ids = '{nysd}' where id <> ${jurisdictionId}::uuid`)
  await inbox.run(sql`update item_progress set outcomes = jsonb_set(jsonb_set(jsonb_set(outcomes,
    '{parse,result,notice,cases,0,parts}', '{"judges": ["RS"]}'), '{parse,result,notice,documentNumber}', '{"value": "1"}'),
    '{parse,result,notice,filedDate}', '{"value": "2026-11-20"}') where id = ${id}::uuid`)
  const values = async () =>
    (await inbox.api.call({ as: 'Docketing', url: `/api/v1/inbox/${id}/new-case` })).json().values
  expect(await values()).toMatchObject({ judge_id: judgeId, matter_id: matterId, filed_date: '2026-11-20' })
  await inbox.run(sql`update clients set name = 'Tide' where id = ${clientId}::uuid`)
  expect(await values()).not.toHaveProperty('matter_id')
  await inbox.run(sql`update clients set name = 'Tidewater' where id = ${clientId}::uuid`)
  await make('matter', { name: 'Another', number: 'TW-2', client_id: clientId })
  await make('judge', { name: 'Ruth Stone', jurisdiction_id: jurisdictionId })
  for (const unclear of ['judge_id', 'matter_id']) expect(await values()).not.toHaveProperty(unclear)
})

const statusesOf = async (ids: readonly string[]) =>
  Promise.all(ids.map(async (id) => (await inbox.itemOf(id)).status as string))

describe('one fix clears its siblings and says how many', () => {
  test('retrieving again asks the court for every notice of the filing', async () => {
    const { ids } = await stoppedFiling('unavailable')
    expect(await inbox.viewOf(ids[0])).toMatchObject({ also_waiting: 1 })
    const answer = await inbox.send(`${ids[0]}/retrieve`)
    expect(answer.json()).toMatchObject({ also_settled: 1, item: { status: 'New', next_stage: 'retrieve' } })
    expect(await statusesOf(ids)).toEqual(['New', 'New'])
    expect((await inbox.send(`${await inbox.makeUnmatched('3:26-cv-08004')}/retrieve`)).status).toBe(409)
  })

  test('assigning a timekeeper changes the case, and its other notices continue', async () => {
    const ids = await makeItems(3)
    const [caseId, otherId] = [await makeCase('Quiet v. Loud'), await makeCase('Other v. Loud')]
    await stopAt('address', ids.slice(0, 2), {}, sql`, case_id = ${caseId}::uuid`)
    await stopAt('address', ids.slice(2), {}, sql`, case_id = ${otherId}::uuid`)
    const { timekeeperId } = await inbox.makeJurisdictionAndMatter()
    const act = (body: object, as?: 'View Only') => inbox.send(`${ids[0]}/assign-timekeeper`, { ...body }, as)
    expect((await act({ timekeeper_id: timekeeperId }, 'View Only')).status).toBe(403)
    expect((await act({ timekeeper_id: caseId })).text).toContain('"field":"timekeeper_id"')
    const answer = await act({ timekeeper_id: timekeeperId })
    expect(answer.json(), answer.text).toMatchObject({
      also_settled: 1,
      item: { status: 'New', next_stage: 'address' },
    })
    expect(await statusesOf(ids)).toEqual(['New', 'New', 'Action Required'])
    const changed = (await inbox.api.call({ as: 'Docketing', url: `/api/v1/case/${caseId}` })).json()
    expect(changed.assigned_timekeepers).toContain(timekeeperId)
    expect(changed.assigned_timekeepers).toHaveLength(2)
    expect((await inbox.viewOf(ids[1] ?? '')).history).toContainEqual(
      expect.objectContaining({ sentence: 'Served Person was assigned to the case.' }),
    )
  })

  test('trusting a sender also continues the other copies of that notice, and no other message', async () => {
    const ids = await makeItems(3)
    await stopAt('retrieve', ids.slice(0, 2), { ...unverified, ...parsed('a') })
    await stopAt('retrieve', ids.slice(2), { ...unverified, ...parsed('b') })
    expect(await inbox.viewOf(ids[0] ?? '')).toMatchObject({ also_waiting: 1 })
    const answer = await inbox.send(`${ids[0]}/trust`)
    expect(answer.json(), answer.text).toMatchObject({ also_settled: 1, item: { status: 'New' } })
    expect(await statusesOf(ids)).toEqual(['New', 'New', 'Action Required'])
  })

  test('a copy with another sender or another warning isn’t trusted along with it', async () => {
    const ids = await makeItems(3)
    await stopAt('retrieve', ids, { ...unverified, ...parsed('c') })
    await inbox.run(sql`update inbox_items set sender = 'other@court.example' where id = ${ids[1]}::uuid`)
    await inbox.run(sql`update inbox_items set sender_flag = 'look-alike' where id = ${ids[2]}::uuid`)
    expect((await inbox.send(`${ids[0]}/trust`)).json()).toMatchObject({ also_settled: 0 })
    expect(await statusesOf(ids)).toEqual(['New', 'Action Required', 'Action Required'])
  })
})

/** What is known of a message that wasn't understood. */
const saying = (contentId: string) => ({ review: { contentId } })

describe('a message that was not understood is trusted along with another one', () => {
  test('if both say the same', async () => {
    const ids = await makeItems(2)
    await stopAt('parse', ids, { ...unverified, ...saying('this') })
    expect((await inbox.send(`${ids[0]}/trust`)).json()).toMatchObject({ also_settled: 1 })
    expect(await statusesOf(ids)).toEqual(['New', 'New'])
  })

  test.each([
    ['not if they only begin the same', saying('this'), saying('that')],
    ['nor if it isn’t known what they say', {}, {}],
  ])('%s', async (_, first: object, second: object) => {
    const ids = await makeItems(2)
    await stopAt('parse', ids, { ...unverified, ...first })
    await inbox.run(sql`update item_progress set outcomes = ${JSON.stringify({ ...unverified, ...second })}::text::jsonb
      where id = ${ids[1]}::uuid`)
    expect((await inbox.send(`${ids[0]}/trust`)).json()).toMatchObject({ also_settled: 0 })
    expect(await statusesOf(ids)).toEqual(['New', 'Action Required'])
  })
})

describe('a copy that says something else or leads elsewhere', () => {
  const said = (docketText: string, url: string) => ({
    parse: {
      result: {
        filingKey: 'forged-beside',
        notice: { docketText: { value: docketText }, documents: [{ link: { url } }] },
      },
    },
  })
  const genuine = said('Order on the motion', 'https://ecf.court.example/doc1/1')
  test.each([
    ['in another text', said('Order vacated, pay here', 'https://ecf.court.example/doc1/1')],
    ['with links to another host', said('Order on the motion', 'https://ecf.court.example.evil.example/doc1/1')],
  ])('isn’t trusted or closed along with it: %s', async (_, forged) => {
    for (const act of ['trust', 'not-needed']) {
      const ids = await makeItems(3)
      await stopAt('retrieve', ids.slice(0, 2), { ...unverified, ...genuine })
      await stopAt('retrieve', ids.slice(2), { ...unverified, ...forged })
      expect((await inbox.send(`${ids[0]}/${act}`)).json()).toMatchObject({ also_settled: 1 })
      expect((await statusesOf(ids)).at(-1)).toBe('Action Required')
    }
  })
})

describe('"Not needed"', () => {
  test('cancels a message that isn’t a filing, with its other copies', async () => {
    const ids = await makeItems(3)
    await stopAt('parse', ids.slice(0, 2), saying('this'))
    await stopAt('parse', ids.slice(2), saying('that'))
    expect((await inbox.send(`${ids[0]}/not-needed`, {}, 'View Only')).status).toBe(403)
    const answer = await inbox.send(`${ids[0]}/not-needed`)
    expect(answer.json(), answer.text).toMatchObject({
      also_settled: 1,
      fixes: [],
      item: { status: 'Canceled' },
    })
    expect(await statusesOf(ids)).toEqual(['Canceled', 'Canceled', 'Action Required'])
    expect((await inbox.send(`${ids[0]}/not-needed`)).status).toBe(409)
    expect((await inbox.send(`${ids[0]}/requeue`)).json()).toMatchObject({ item: { status: 'New' } })
  })

  test('of a missing document ends the filing’s notices as done, since everyone was notified', async () => {
    const { ids } = await stoppedFiling('spent')
    const answer = await inbox.send(`${ids[0]}/not-needed`)
    expect(answer.json(), answer.text).toMatchObject({
      also_settled: 1,
      item: { status: 'Succeeded', reason: null, action_required: 'NONE' },
    })
    expect(await statusesOf(ids)).toEqual(['Succeeded', 'Succeeded'])
    expect((await inbox.viewOf(ids[1])).history).toContainEqual(
      expect.objectContaining({ sentence: 'The missing documents were marked as not needed.' }),
    )
  })

  test('leaves other filings of the same case waiting', async () => {
    const ids = [await inbox.makeUnmatched('3:26-cv-08005'), await inbox.makeUnmatched('3:26-cv-08005')]
    await inbox.send(`${ids[0]}/not-needed`)
    expect(await statusesOf(ids)).toEqual(['Canceled', 'Action Required'])
    expect((await inbox.send(`${await inbox.makeItem('Succeeded')}/not-needed`)).status).toBe(409)
  })
})
