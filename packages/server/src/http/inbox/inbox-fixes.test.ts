import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { receiveMessage } from '../../mail/receive.ts'
import { type Body, openInboxApi } from '../../testing/inbox-api.ts'

let inbox: Awaited<ReturnType<typeof openInboxApi>>

beforeAll(async () => {
  inbox = await openInboxApi()
})
afterAll(() => inbox.api.close())

describe('what a stopped item needs', () => {
  test('is returned with how many others need the same, and each role is offered what it may do', async () => {
    const ids = [await inbox.makeUnmatched('3:26-cv-00001'), await inbox.makeUnmatched('3:26-cv-00001')]
    await inbox.makeUnmatched('3:26-cv-00001', { firm: 2 })
    const [first = ''] = ids
    expect(await inbox.viewOf(first)).toMatchObject({
      fixes: ['choose-case', 'create-case', 'ignore-case', 'not-needed'],
      also_waiting: 1,
    })
    expect(await inbox.viewOf(first, 'View Only')).toMatchObject({ fixes: [], also_waiting: 1 })
    expect(await inbox.viewOf(await inbox.makeItem('Succeeded'))).toMatchObject({ fixes: [], also_waiting: 0 })
  })

  test('reveals no field of the item to a role that may not see it', async () => {
    const docket = '3:26-cv-00004'
    const [id] = [await inbox.makeUnmatched(docket), await inbox.makeUnmatched(docket)]
    const needsOf = async (denied: string | undefined) => {
      const subjects = ['inbox_item', 'case', 'timekeeper', 'ignored_case', 'document']
      const made = await inbox.api.call({
        as: 'Administrator',
        method: 'POST',
        url: '/api/v1/user_security_role',
        body: {
          name: `Without ${denied}`,
          ...Object.fromEntries(subjects.map((subject) => [`${subject}_access`, 'FULL'])),
          inbox_item_permissions: denied ? { [denied]: 'DENY' } : {},
          user_ids: [inbox.api.userIds[1].Manager],
        },
      })
      await inbox.api.giveRole('Manager', String(made.json().id))
      const view = await inbox.viewOf(id, 'Manager')
      await inbox.api.giveRole('Manager', inbox.api.firms[1].roleIds.Manager)
      return { fixes: view.fixes, others: view.also_waiting }
    }
    const common = ['choose-case', 'create-case', 'not-needed']
    expect(await needsOf(undefined)).toEqual({ fixes: expect.arrayContaining(['ignore-case', ...common]), others: 1 })
    expect(await needsOf('docket_number')).toEqual({ fixes: common, others: 0 })
    expect(await needsOf('envelope_id')).toMatchObject({ others: 0 })
  })

  test('a new case is prefilled from the notice, and choosing it resolves the others with the docket number', async () => {
    const { jurisdictionId, matterId, timekeeperId } = await inbox.makeJurisdictionAndMatter()
    const docket = '3:26-cv-00002-RS'
    const [id, sibling] = [await inbox.makeUnmatched(docket), await inbox.makeUnmatched(docket)]
    const other = await inbox.makeUnmatched('3:26-cv-00003')
    const theirs = await inbox.makeUnmatched(docket, { firm: 2 })
    const answer = await inbox.api.call({ as: 'Docketing', url: `/api/v1/inbox/${id}/new-case` })
    expect(answer.json()).toEqual({
      values: {
        name: 'Ortiz v. Tidewater',
        case_number: docket,
        unique_key: '417733',
        jurisdiction_id: jurisdictionId,
        assigned_timekeepers: [timekeeperId],
        description: 'Parties named in the first notice: Ortiz; Tidewater.',
      },
      court: expect.any(String),
    })
    const made = await inbox.api.call({
      as: 'Docketing',
      method: 'POST',
      url: '/api/v1/case',
      body: { ...(answer.json().values as object), matter_id: matterId },
    })
    expect(made.status, made.text).toBe(201)
    const chosen = await inbox.send(`${id}/choose-case`, { case_id: made.json().id })
    expect(chosen.json()).toMatchObject({ also_settled: 1, item: { status: 'New', case_id: made.json().id } })
    expect((await inbox.itemOf(sibling)).status).toBe('New')
    expect([(await inbox.itemOf(other)).status, (await inbox.itemOf(theirs)).status]).toEqual([
      'Action Required',
      'Action Required',
    ])
    expect((await inbox.viewOf(sibling)).history).toContainEqual(
      expect.objectContaining({ sentence: expect.stringContaining('for another notice of the same docket') }),
    )
    expect(await inbox.events(id)).toContain('and one other that needed the same fix')
  })

  test('a case the notice contradicts is compared with the notice, and a new case can be created', async () => {
    const { jurisdictionId, matterId, timekeeperId } = await inbox.makeJurisdictionAndMatter()
    const body = {
      name: 'Harlan v. Quill',
      case_number: '3:26-cv-00777',
      jurisdiction_id: jurisdictionId,
      matter_id: matterId,
      assigned_timekeepers: [timekeeperId],
    }
    const made = await inbox.api.call({ as: 'Docketing', method: 'POST', url: '/api/v1/case', body })
    expect(made.status, made.text).toBe(201)
    const caseId = String(made.json().id)
    const id = await inbox.makeUnmatched('3:26-cv-00777-RS', { candidates: [caseId], doubts: ['name'] })
    expect(await inbox.viewOf(id)).toMatchObject({
      fixes: ['choose-case', 'create-case', 'ignore-case', 'not-needed'],
      candidates: [
        {
          id: caseId,
          differences: [{ about: 'name', notice: 'Ortiz v. Tidewater', case: 'Harlan v. Quill' }],
          agreements: [
            { about: 'number', notice: '3:26-cv-00777-RS', case: '3:26-cv-00777' },
            { about: 'court', notice: 'N.D. Cal.', case: 'N.D. Cal.' },
          ],
        },
      ],
    })
  })

  test('values for a new case are shown only to roles that may create cases, and not for another firm', async () => {
    const id = await inbox.makeUnmatched('3:26-cv-00004')
    expect((await inbox.api.call({ as: 'View Only', url: `/api/v1/inbox/${id}/new-case` })).status).toBe(403)
    const theirs = await inbox.makeUnmatched('3:26-cv-00004', { firm: 2 })
    const answer = await inbox.api.call({ as: 'Docketing', url: `/api/v1/inbox/${theirs}/new-case` })
    expect([answer.status, answer.text.includes('Ortiz')]).toEqual([404, false])
  })

  test('ignoring its case creates the ignored case and matches all items with the docket number again', async () => {
    const docket = '3:26-cv-00005'
    const [id, sibling] = [await inbox.makeUnmatched(docket), await inbox.makeUnmatched(docket)]
    expect((await inbox.send(`${id}/ignore-case`, {}, 'View Only')).status).toBe(403)
    const answer = await inbox.send(`${id}/ignore-case`)
    expect(answer.json()).toMatchObject({ also_settled: 1, item: { status: 'New', next_stage: 'match' } })
    expect((await inbox.itemOf(sibling)).status).toBe('New')
    expect(
      await inbox.run(sql`select name, ecfx_jurisdiction_id from ignored_cases where case_number = ${docket}`),
    ).toEqual([{ name: 'Ortiz v. Tidewater', ecfx_jurisdiction_id: 'cand' }])
    const again = await inbox.makeUnmatched(docket)
    expect((await inbox.send(`${again}/ignore-case`)).status).toBe(200)
    await inbox.run(sql`update ignored_cases set ignored_by_status = 'Closed' where case_number = ${docket}`)
    const conditional = await inbox.makeUnmatched(docket)
    expect((await inbox.send(`${conditional}/ignore-case`)).text).toContain('under conditions')
    expect((await inbox.send(`${await inbox.makeItem('Succeeded')}/ignore-case`)).status).toBe(409)
  })

  test('a court is chosen for a notice that does not show it, and for others from its sender', async () => {
    const [id, sibling] = [await makeCourtless({ kind: 'filing' }), await makeCourtless({ kind: 'service' })]
    const known = await makeCourtless({ kind: 'filing', courtId: { value: 'cand' } })
    const unread = await makeCourtless({})
    // An e-filing service sends for many courts from one address.
    const ofService = await makeCourtless({ kind: 'filing' }, { courtHint: { state: 'Illinois' } })
    expect(await inbox.viewOf(id)).toMatchObject({ fixes: ['choose-court', 'manual', 'not-needed'], also_waiting: 1 })
    expect((await inbox.send(`${id}/choose-court`)).status).toBe(400)
    expect((await inbox.send(`${id}/choose-court`, { court_id: 'no-such-court' })).text).toContain('"field":"court_id"')
    expect((await inbox.send(`${unread}/choose-court`, { court_id: 'cand' })).status).toBe(409)
    const answer = await inbox.send(`${id}/choose-court`, { court_id: 'cand' })
    expect(answer.json()).toMatchObject({ also_settled: 1, item: { status: 'New', next_stage: 'parse' } })
    expect([(await inbox.itemOf(sibling)).status, (await inbox.itemOf(known)).status]).toEqual([
      'New',
      'Action Required',
    ])
    expect((await inbox.itemOf(ofService)).status).toBe('Action Required')
    expect(await inbox.viewOf(ofService)).toMatchObject({ fixes: ['choose-court', 'manual', 'not-needed'] })
    const [progress] = await inbox.run(
      sql`select outcomes ->> 'givenCourt' as court from item_progress where id = ${id}::uuid`,
    )
    expect(progress).toEqual({ court: 'cand' })
  })

  test('a court chosen for a notice that may be of several, or that a colleague forwarded, is no other’s', async () => {
    const courtEvidence = ['cand', 'nysd'].map((courtId) => ({ courtId, by: 'link', weight: 1 }))
    const inDoubt = { kind: 'filing', courtEvidence }
    const [plain, torn] = [await makeCourtless({ kind: 'filing' }), await makeCourtless(inDoubt)]
    expect((await inbox.viewOf(torn)).also_waiting).toBe(0)
    expect((await inbox.viewOf(torn)).possible_courts).toEqual([
      { id: 'cand', name: 'N.D. Cal.', is_linked: true },
      { id: 'nysd', name: 'S.D.N.Y.', is_linked: true },
    ])
    expect((await inbox.send(`${torn}/choose-court`, { court_id: 'nysd' })).json()).toMatchObject({ also_settled: 0 })
    const [forward, other] = [await makeCourtless({ kind: 'filing' }), await makeCourtless({ kind: 'filing' })]
    await inbox.run(sql`update inbox_items set sender = (select email from users where firm_id = 1 limit 1)
      where id = any(${[forward, other]}::uuid[])`)
    expect((await inbox.viewOf(forward)).also_waiting).toBe(0)
    expect((await inbox.send(`${forward}/choose-court`, { court_id: 'nysd' })).json()).toMatchObject({
      also_settled: 0,
    })
    const waiting = [await inbox.itemOf(plain), await inbox.itemOf(other)]
    expect(waiting.map(({ status }) => status)).toEqual(['Action Required', 'Action Required'])
  })

  test('a case cannot be chosen before a notice was parsed', async () => {
    const { jurisdictionId, matterId, timekeeperId } = await inbox.makeJurisdictionAndMatter()
    const body = {
      name: 'Early',
      case_number: 'E-1',
      jurisdiction_id: jurisdictionId,
      matter_id: matterId,
      assigned_timekeepers: [timekeeperId],
    }
    const made = await inbox.api.call({ as: 'Docketing', method: 'POST', url: '/api/v1/case', body })
    const id = await inbox.makeItem('Action Required')
    const answer = await inbox.send(`${id}/choose-case`, { case_id: made.json().id })
    expect([answer.status, answer.text]).toEqual([409, expect.stringContaining('ready for a case to be chosen')])
  })
})

test('a rehearsal of a real notice of an ignored case ends with a sentence', async () => {
  const raw = readFileSync(new URL('../../courts/corpus/nef/s3/ded_1.txt', import.meta.url))
  const { itemId } = await receiveMessage(inbox.api.services, { firmId: 1, raw, via: 'smtp', source: 'mail.b.example' })
  const rehearsal = async () =>
    (await inbox.api.call({ as: 'View Only', url: `/api/v1/inbox/${itemId}/rehearsal` })).json() as {
      steps: { stage: string; outcome: string; sentence: string }[]
      now: { notice: { cases: { docketNumber: { value: string } }[] } }
    }
  const before = await rehearsal()
  expect(before.steps.at(-1)).toMatchObject({ stage: 'match', outcome: 'review' })
  const number = before.now.notice.cases[0]?.docketNumber.value
  const ignore = (more: Body) =>
    inbox.api.call({
      as: 'Docketing',
      method: 'POST',
      url: '/api/v1/ignored_case',
      body: { case_number: number, ecfx_jurisdiction_id: 'ded', ...more },
    })
  const made = await ignore({ ignored_by_email_domain: 'elsewhere.example' })
  expect(made.status, made.text).toBe(201)
  expect((await rehearsal()).steps.at(-1)?.outcome).toBe('review')
  const url = `/api/v1/ignored_case/${made.json().id}`
  const change = (body: Body) => inbox.api.call({ as: 'Docketing', method: 'PUT', url, body })
  await change({ ignored_by_email_domain: 'uscourts.gov' })
  expect((await rehearsal()).steps.at(-1)).toEqual({
    stage: 'match',
    outcome: 'ignore',
    sentence: `${number} in D. Del. is among the firm's ignored cases.`,
  })
  await change({ ignored_by_email_domain: null, ecfx_jurisdiction_id: 'cand' })
  expect((await rehearsal()).steps.at(-1)?.outcome).toBe('review')
})

/** Creates an item as the pipeline leaves it when its court isn't known. */
async function makeCourtless(understood: object, more: object = {}): Promise<string> {
  const id = await inbox.makeItem('Action Required')
  await inbox.run(sql`update inbox_items set next_stage = 'parse' where id = ${id}::uuid`)
  const outcomes = { authenticate: { result: { trust: 'verified' } }, review: { understood, ...more } }
  await inbox.run(
    sql`update item_progress set outcomes = ${JSON.stringify(outcomes)}::text::jsonb where id = ${id}::uuid`,
  )
  return id
}
