import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../base/db/ids.ts'
import { plantFiling, type TestFiling } from '../../outbox/copies/test-filing.ts'
import { openTestApi, type TestApi } from '../../testing/api.ts'
import { productRoutes } from '../routes.ts'

/** The lookup of a docket number while a filing is entered manually. */
let api: TestApi
let filing: TestFiling

beforeAll(async () => {
  api = await openTestApi({ register: productRoutes })
  filing = await plantFiling(api.services, {
    envelope: { court_envelope_id: newId() },
    documents: [{ file_id: null, size: null, number: '118', title: 'Motion' }],
  })
})
afterAll(() => api.close())

test('a docket number finds the cases it may mean, of this firm only', async () => {
  const lookup = (firm: 1 | 2, number: string) =>
    api.call({ as: 'Docketing', firm, url: `/api/v1/manual/lookup?docket_number=${number}` })
  const { cases } = (await lookup(1, '3:26-cv-04417-JD')).json() as { cases: { id: string }[] }
  expect(cases.map(({ id }) => id)).toContain(filing.caseId)
  expect((await lookup(2, '3:26-cv-04417-JD')).text).not.toContain(filing.caseId)
  expect((await lookup(1, encodeURIComponent("'; drop table cases; --%_"))).json()).toEqual({ cases: [], filing: null })
})

describe('the lookup reveals to a role no field it may not see:', () => {
  const grants = ['inbox_item', 'case', 'jurisdiction', 'envelope', 'document']
  const lookUp = async (denied: object) => {
    const access = Object.fromEntries(grants.map((subject) => [`${subject}_access`, 'FULL']))
    const body = { name: newId(), ...access, ...denied, user_ids: [api.userIds[1].Manager] }
    const made = await api.call({ as: 'Administrator', method: 'POST', url: '/api/v1/user_security_role', body })
    await api.giveRole('Manager', String(made.json().id))
    const url = '/api/v1/manual/lookup?court_id=cand&docket_number=3:26-cv-04417&document_number=118'
    const answer = await api.call({ as: 'Manager', url })
    await api.giveRole('Manager', api.firms[1].roleIds.Manager)
    expect(answer.status, answer.text).toBe(200)
    return answer.json()
  }
  const setCourts = (ids: readonly string[]) =>
    sql`update jurisdictions set ecfx_jurisdiction_ids = ${[...ids]}::text[]
      where id = (select jurisdiction_id from cases where id = ${filing.caseId}::uuid)`.execute(
      api.services.database.kysely,
    )
  const found = { id: '', name: 'Acme, Inc. v. Doe', case_number: '3:26-cv-04417-RS', court_ids: ['cand'] }
  const known = { missing: 1, documents: 1, event: 'Motion for Summary Judgment' }

  test('courts, so that the cases of every court are found', async () => {
    const denied = { jurisdiction_permissions: { ecfx_jurisdiction_ids: 'DENY' } }
    for (const court of ['nysd', 'cand']) {
      await setCourts([court])
      expect((await lookUp(denied)).cases).toEqual([{ ...found, id: filing.caseId, court_ids: null }])
    }
  })

  test.each([
    ['names of cases', { case_permissions: { name: 'DENY' } }, [{ ...found, name: null }], known],
    ['numbers of cases', { case_permissions: { case_number: 'DENY' } }, [], known],
    ['docket numbers of filings', { envelope_permissions: { docket_number: 'DENY' } }, [found], null],
    ['events', { envelope_permissions: { event: 'DENY' } }, [found], { ...known, event: null }],
    [
      'documents of filings',
      { document_permissions: { envelope_id: 'DENY' } },
      [found],
      { ...known, missing: null, documents: null },
    ],
    ['nothing else', {}, [found], known],
  ])('%s', async (_, denied, cases, filed) => {
    await setCourts(['cand'])
    const answer = await lookUp(denied)
    expect(answer.cases).toEqual(cases.map((each) => ({ ...each, id: filing.caseId })))
    expect(answer.filing).toEqual(filed && { ...filed, id: filing.envelopeId })
  })
})
