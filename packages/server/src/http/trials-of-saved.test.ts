import { afterAll, beforeAll, expect, test } from 'vitest'
import { type NoticeBench, openNoticeBench } from '../notices/preferences/notice-bench.fixture.ts'
import { openTestApi, type TestApi } from '../testing/api.ts'
import { trialRoutes } from './trials.ts'

let api: TestApi
let bench: NoticeBench
let place: { jurisdiction_id: string; matter_id: string; assigned_timekeepers: readonly string[] }

const notice = { court: 'cand', name: 'Calder v. Northgate', emails: ['ben@firm.example'] }

beforeAll(async () => {
  api = await openTestApi({ register: trialRoutes })
  bench = await openNoticeBench(api.services)
  const client_id = await bench.add('clients', { name: 'C', number: 'C' })
  place = {
    jurisdiction_id: await bench.add('jurisdictions', { name: 'N.D. Cal.', ecfx_jurisdiction_ids: ['cand'] }),
    matter_id: await bench.add('matters', { name: 'M', number: 'M', client_id }),
    assigned_timekeepers: [await bench.add('timekeepers', { full_name: 'Ada', email: 'ada@firm.example' })],
  }
})
afterAll(async () => {
  await bench.close()
  await api.close()
})

interface Tried {
  caught: { id: string; did: string | null; would: string | null }[]
  count: number
}

async function attempt(path: string, body: object): Promise<Tried> {
  const answer = await api.call({ as: 'Administrator', method: 'POST', url: `/api/v1/${path}/try`, body })
  expect(answer.status, answer.text).toBe(200)
  return answer.json() as unknown as Tried
}

test('a saved preference that is narrowed or disabled shows the notices that it applied to, with what would apply instead', async () => {
  const number = '3:26-cv-30007'
  await bench.add('cases', { ...place, name: notice.name, case_number: number })
  await bench.add('jurisdiction_preferences', { description: 'all', order: 2, enabled: true })
  const saved = await bench.add('jurisdiction_preferences', { description: 'saved', order: 1, enabled: true })
  const { id } = await bench.send({ ...notice, number })
  const triedOn = async (draft: object) => {
    const { caught, count } = await attempt('jurisdiction_preference', { id: saved, order: 1, ...draft })
    return { count, tried: caught.find((each) => each.id === id) }
  }
  expect((await triedOn({})).tried).toMatchObject({ would: 'This one would apply.' })
  const instead = {
    count: 0,
    tried: {
      did: 'The jurisdiction preference "saved" applied.',
      would: 'The jurisdiction preference "all" would apply.',
    },
  }
  expect(await triedOn({ party_email_domains: ['else.example'] })).toMatchObject(instead)
  expect(await triedOn({ enabled: false })).toMatchObject(instead)
})

test('a saved ignored case that is narrowed shows the notices that it ignored and would no longer', async () => {
  const entry = { case_number: '3:26-cv-30008', ecfx_jurisdiction_id: 'cand' }
  const saved = await bench.add('ignored_cases', entry)
  const { id } = await bench.send({ ...notice, number: entry.case_number })
  const tried = async (draft: object) => {
    const { caught, count } = await attempt('ignored_case', { id: saved, ...entry, ...draft })
    return { count, would: caught.find((each) => each.id === id)?.would }
  }
  expect(await tried({})).toEqual({ count: 1, would: 'It would be saved, and no one would be notified.' })
  expect(await tried({ ignored_by_email_domain: 'else.example' })).toEqual({
    count: 0,
    would: 'It would be processed like any other notice.',
  })
  expect(await tried({ id: undefined, ignored_by_email_domain: 'else.example' })).toEqual({ count: 0 })
})
