import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openInboxApi } from '../../testing/inbox-api.ts'

let inbox: Awaited<ReturnType<typeof openInboxApi>>
let add: (number: string) => Promise<string>

beforeAll(async () => {
  inbox = await openInboxApi()
  const { jurisdictionId, matterId, timekeeperId } = await inbox.makeJurisdictionAndMatter()
  const of = { jurisdiction_id: jurisdictionId, matter_id: matterId, assigned_timekeepers: [timekeeperId] }
  add = async (number) => {
    const body = { name: `In re ${number}`, case_number: number, ...of }
    const made = await inbox.api.call({ as: 'Docketing', method: 'POST', url: '/api/v1/case', body })
    expect(made.status, made.text).toBe(201)
    return String(made.json().id)
  }
})
afterAll(() => inbox?.api.close())

test('each notice that a choice settles keeps its own other dockets, and the cases of the email it answers', async () => {
  const docket = '3:26-cv-00731'
  const chosen = await add(docket)
  const [firstOther, secondOther, answered] = [await add('3:26-cv-1'), await add('3:26-cv-2'), await add('3:26-cv-3')]
  const first = await addWaiting(docket, { matched: [firstOther], answered: [] })
  const second = await addWaiting(docket, { matched: [secondOther], answered: [answered] })
  const answer = await inbox.send(`${first.id}/choose-case`, { case_id: chosen })
  expect(answer.json()).toMatchObject({ also_settled: 1 })
  expect(await read(first)).toEqual({ item: [], filing: [firstOther], continuesWith: [chosen, firstOther] })
  expect(await read(second)).toEqual({ item: [answered], filing: [secondOther], continuesWith: [chosen, secondOther] })
})

interface Waiting {
  id: string
  envelopeId: string
}

/** A notice of two dockets, whose own filing needs the case of the first. */
async function addWaiting(
  docket: string,
  { matched, answered }: Record<'matched' | 'answered', readonly string[]>,
): Promise<Waiting> {
  const [id, envelopeId] = [await inbox.makeUnmatched(docket), crypto.randomUUID()]
  await inbox.run(sql`insert into envelopes (firm_id, id) values (1, ${envelopeId}::uuid)`)
  await inbox.run(sql`update inbox_items set envelope_id = ${envelopeId}::uuid where id = ${id}::uuid`)
  await inbox.run(sql`
    update item_progress set outcomes = jsonb_set(outcomes, '{review,matched}', ${JSON.stringify(matched)}::text::jsonb)
      || jsonb_build_object('authenticate', ${JSON.stringify({ result: { otherCaseIds: answered } })}::text::jsonb)
    where id = ${id}::uuid`)
  return { id, envelopeId }
}

async function read({ id }: Waiting): Promise<unknown> {
  const [row] = await inbox.run(sql`
    select i.other_case_ids as item, e.other_case_ids as filing, p.outcomes #> '{match,result,caseIds}' as "continuesWith"
    from inbox_items i join envelopes e on e.id = i.envelope_id join item_progress p on p.id = i.id
    where i.id = ${id}::uuid`)
  return row
}
