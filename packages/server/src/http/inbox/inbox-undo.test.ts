import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openInboxUndoApi } from '../../testing/inbox-undo-api.ts'
import { textPdf } from '../../testing/pdf.ts'

let { api, inbox, undo, followed, act, lackDocument } = {} as Awaited<ReturnType<typeof openInboxUndoApi>>

beforeAll(async () => {
  ;({ api, inbox, undo, followed, act, lackDocument } = await openInboxUndoApi())
})
afterAll(() => api.close())

/** Everything an item is, without the time of its last change. */
const stateOf = (ids: readonly string[]) =>
  inbox.run(sql`select to_jsonb(i) - 'updated_at' - 'pass' as item, p.outcomes from inbox_items i join item_progress p using (firm_id, id)
    where i.id = any(${[...ids]}::uuid[]) order by i.id`)

/** Leaves an item as the pipeline does when it stops at a stage. */
async function stopAt(stage: string | null, outcomes: object, columns = sql``): Promise<string> {
  const id = await inbox.makeItem('Action Required')
  await inbox.run(sql`update inbox_items set next_stage = ${stage}, reason = 'Stopped.', action_required = 'USER' ${columns}
    where id = ${id}::uuid`)
  await inbox.run(
    sql`update item_progress set outcomes = ${JSON.stringify(outcomes)}::text::jsonb where id = ${id}::uuid`,
  )
  return id
}

let numbered = 0

async function makeCase(): Promise<{ id: string; undoId: string; timekeeperId: string }> {
  const { jurisdictionId, matterId, timekeeperId } = await inbox.makeJurisdictionAndMatter()
  const body = {
    ...{ name: 'Ortiz v. Tidewater', case_number: `3:26-cv-${70_000 + ++numbered}`, jurisdiction_id: jurisdictionId },
    ...{ matter_id: matterId, assigned_timekeepers: [timekeeperId] },
  }
  const made = await api.call({ as: 'Docketing', method: 'POST', url: '/api/v1/case', body })
  expect(made.status, made.text).toBe(201)
  return { id: String(made.json().id), undoId: String(made.headers['x-undo-id']), timekeeperId }
}

const hasCase = async (id: string) => (await inbox.run(sql`select from cases where id = ${id}::uuid`)).length === 1

test('a chosen case is undone for the notice and its siblings, and the match is no longer remembered', async () => {
  const { id: caseId } = await makeCase()
  const options = { candidates: [caseId], doubts: ['name'] }
  const ids = [await inbox.makeUnmatched('3:26-cv-07101', options), await inbox.makeUnmatched('3:26-cv-07101', options)]
  const before = await stateOf(ids)
  const undoId = await act(`${ids[0]}/choose-case`, { case_id: caseId })
  expect(await stateOf(ids)).not.toEqual(before)
  expect(await undo(undoId)).toMatchObject({ status: 200, done: 2, refused: 0 })
  expect(await stateOf(ids)).toEqual(before)
  expect(await inbox.run(sql`select from confirmed_matches where case_id = ${caseId}::uuid`)).toEqual([])
  expect((await inbox.viewOf(ids[1] ?? '')).history).toContainEqual(
    expect.objectContaining({ sentence: expect.stringMatching(/^Undone: Ortiz v\. Tidewater was chosen/) }),
  )
  expect(await undo(undoId)).toMatchObject({ status: 409, detail: 'This was already undone.' })
})

test('a case created for a notice is deleted with the undo, unless something else uses it by then', async () => {
  const made = [await makeCase(), await makeCase()]
  const ids = [await inbox.makeUnmatched('3:26-cv-07111'), await inbox.makeUnmatched('3:26-cv-07112')]
  const undos: string[] = []
  for (const [at, { id, undoId }] of made.entries())
    undos.push(await act(`${ids[at]}/choose-case`, { case_id: id, creation_undo_id: undoId }))
  await stopAt('address', {}, sql`, case_id = ${made[1]?.id}::uuid`)
  expect(await undo(undos[0])).toMatchObject({ status: 200, done: 1, refused: 0 })
  expect(await undo(undos[1])).toMatchObject({ status: 200, done: 1, refused: 1 })
  expect([await hasCase(made[0]?.id ?? ''), await hasCase(made[1]?.id ?? '')]).toEqual([false, true])
  for (const id of ids) expect(await inbox.itemOf(id)).toMatchObject({ status: 'Action Required', case_id: null })
  const foreign = await inbox.send(`${ids[0]}/choose-case`, {
    ...{ case_id: made[1]?.id, creation_undo_id: made[0]?.undoId },
  })
  expect(foreign.text).toContain('creation_undo_id')
})

test('an assigned timekeeper is taken off the case again', async () => {
  const { id: caseId, timekeeperId: own } = await makeCase()
  const { timekeeperId } = await makeCase()
  const id = await stopAt('address', {}, sql`, case_id = ${caseId}::uuid`)
  const before = await stateOf([id])
  expect(await undo(await act(`${id}/assign-timekeeper`, { timekeeper_id: timekeeperId }))).toMatchObject({
    status: 200,
  })
  expect(await stateOf([id])).toEqual(before)
  const found = (await api.call({ as: 'Docketing', url: `/api/v1/case/${caseId}` })).json()
  expect(found.assigned_timekeepers).toEqual([own])
})

const unverified = { authenticate: { result: { trust: 'unverified' } } }
const withoutCourt = { authenticate: { result: { trust: 'verified' } }, review: { understood: { kind: 'filing' } } }

test.each<[string, string | null, object, object]>([
  ['trust', 'retrieve', unverified, {}],
  ['choose-court', 'parse', withoutCourt, { court_id: 'nysd' }],
  ['not-needed', 'parse', withoutCourt, {}],
  ['requeue', 'parse', withoutCourt, {}],
  ['manual', 'parse', withoutCourt, {}],
])('%s is undone', async (name, stage, outcomes, body) => {
  const id = await stopAt(stage, outcomes)
  const before = await stateOf([id])
  const undoId = await act(`${id}/${name}`, body)
  expect(await followed(undoId)).toBeNull()
  expect(await undo(undoId)).toMatchObject({ status: 200, done: 1 })
  expect(await stateOf([id])).toEqual(before)
})

test('reprocessing a selection is undone as a whole', async () => {
  const ids = [await stopAt('parse', withoutCourt), await stopAt('parse', withoutCourt)].toSorted()
  const before = await stateOf(ids)
  const undoId = await act('bulk', { action: 'requeue', ids })
  expect(await undo(undoId)).toMatchObject({ status: 200, done: 2 })
  expect(await stateOf(ids)).toEqual(before)
})

test('an uploaded document is taken out of the filing again', async () => {
  const { id, documentId } = await lackDocument()
  const file = await api.call({
    ...{ as: 'Docketing', method: 'POST', url: '/api/v1/manual/upload?file_name=scan.pdf' },
    body: Buffer.from(await textPdf(['A page'])),
    headers: { 'content-type': 'application/pdf' },
  })
  const documents = async () =>
    inbox.run(sql`select to_jsonb(d) - 'updated_at' as row from documents d where id = ${documentId}::uuid`)
  const before = [await stateOf([id]), await documents()]
  const undoId = await act(`${id}/upload-documents`, {
    documents: [{ upload_id: file.json().id, document_id: documentId }],
  })
  expect(await documents()).not.toEqual(before[1])
  expect(await undo(undoId)).toMatchObject({ status: 200 })
  expect([await stateOf([id]), await documents()]).toEqual(before)
})

test('a missing document that is not needed is needed again', async () => {
  const { id } = await lackDocument()
  const before = await stateOf([id])
  expect(await undo(await act(`${id}/not-needed`))).toMatchObject({ status: 200 })
  expect(await stateOf([id])).toEqual(before)
})

test('retrieving again asks the court at once, so it offers no undo', async () => {
  const { id } = await lackDocument()
  expect((await inbox.send(`${id}/retrieve`)).json()).not.toHaveProperty('undo_id')
})

async function deliver(id: string, envelopeId: string, status: string): Promise<void> {
  await inbox.run(sql`insert into deliveries (firm_id, id, envelope_id, inbox_item_id, email, method, message_id, status)
    values (1, gen_random_uuid(), ${envelopeId}::uuid, ${id}::uuid, ${`${status}@one.example`}, 'EMAIL', ${id}, ${status})`)
}

test('an email on its way is canceled by the undo; one that was sent rules it out, in words', async () => {
  const [held, sent] = [await lackDocument(), await lackDocument()]
  const undos = [await act(`${held.id}/requeue`), await act(`${sent.id}/requeue`)]
  await deliver(held.id, held.envelopeId, 'held')
  await deliver(sent.id, sent.envelopeId, 'waiting')
  await deliver(sent.id, sent.envelopeId, 'sent')
  expect([await followed(undos[0]), await followed(undos[1])]).toEqual([null, '1 person was notified.'])
  expect(await undo(undos[0])).toMatchObject({ status: 200 })
  const statuses = (id: string) =>
    inbox.run(sql`select status from deliveries where inbox_item_id = ${id}::uuid order by 1`)
  expect(await statuses(held.id)).toEqual([{ status: 'canceled' }])
  expect(await undo(undos[1])).toMatchObject({
    status: 409,
    detail: "1 person was notified. This can't be undone.",
  })
  // Nothing of a refused undo happened.
  expect(await statuses(sent.id)).toEqual([{ status: 'sent' }, { status: 'waiting' }])
  expect(await inbox.itemOf(sent.id)).toMatchObject({ status: 'New' })
})

const announce = (id: string, envelopeId: string, status: string) =>
  inbox.run(sql`insert into chat_messages (firm_id, id, envelope_id, inbox_item_id, group_name, service, status)
    values (1, gen_random_uuid(), ${envelopeId}::uuid, ${id}::uuid, 'Partners', 'SLACK', ${status})`)

test('a message that waits for a chat channel is withdrawn by the undo; one that was sent rules it out, in words', async () => {
  const [held, sent] = [await lackDocument(), await lackDocument()]
  const undos = [await act(`${held.id}/requeue`), await act(`${sent.id}/requeue`)]
  await announce(held.id, held.envelopeId, 'waiting')
  await announce(sent.id, sent.envelopeId, 'sent')
  expect([await followed(undos[0]), await followed(undos[1])]).toEqual([null, '1 chat channel was notified.'])
  expect(await undo(undos[0])).toMatchObject({ status: 200 })
  expect(await inbox.run(sql`select status from chat_messages where inbox_item_id = ${held.id}::uuid`)).toEqual([
    { status: 'withdrawn' },
  ])
  expect(await undo(undos[1])).toMatchObject({ status: 409 })
})

test('what someone has decided since stays', async () => {
  const id = await stopAt('parse', withoutCourt)
  const undoId = await act(`${id}/requeue`)
  await inbox.run(sql`update inbox_items set status = 'Failed' where id = ${id}::uuid`)
  expect((await inbox.send(`${id}/archive`)).status).toBe(200)
  expect(await undo(undoId)).toMatchObject({ status: 409 })
  expect(await inbox.itemOf(id)).toMatchObject({ status: 'Failed', hidden: true })
})
