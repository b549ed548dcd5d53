import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findCourt, numberingCourt } from '../packages/server/src/courts/directory/directory.ts'
import { isDocketNumber } from '../packages/server/src/courts/directory/docket-number.ts'
import { type Demo, startDemo } from '../packages/server/src/demo/demo.ts'
import { type Call, signIn, until } from './harness.ts'

/** The firm that `npm start` shows is one that could exist. */

type Row = Record<string, unknown>

let demo: Demo
let folder: string
let admin: Call
let paralegal: Call
let cases: Row[]
let courtOf: ReadonlyMap<unknown, string>
let filings: Row[]
let items: Row[]

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'courtcrier-demo-'))
  const environment = { COURTCRIER_DATA: folder, COURTCRIER_PORT: '0', COURTCRIER_LOG_LEVEL: 'silent' }
  demo = await startDemo({ isFresh: false, rate: 0, environment, past: 60 })
  admin = await signIn(demo.url, 'Administrator')
  paralegal = await signIn(demo.url, 'View Only')
  const jurisdictions = await allOf(admin, 'jurisdiction')
  courtOf = new Map(jurisdictions.map(({ id, ecfx_jurisdiction_ids: ids }) => [id, String((ids as string[])[0])]))
  cases = await allOf(admin, 'case')
  filings = await allOf(admin, 'envelope')
  items = await allOf(admin, 'inbox_item')
})
afterAll(async () => {
  await demo?.stop()
  await rm(folder, { recursive: true, force: true })
})

async function allOf(call: Call, entity: string): Promise<Row[]> {
  const answer = await call(`/api/v1/${entity}/search?max=500`)
  return Object.values((await answer.json()) as Record<string, Row[]>)[0] ?? []
}

describe('cases', () => {
  test('are in courts of the directory, federal and state, each with a number of its form', () => {
    const systems = new Set<string | undefined>()
    for (const { name, case_number: number, jurisdiction_id: id } of cases) {
      const courtId = courtOf.get(id) ?? ''
      const court = findCourt(courtId)
      systems.add(court?.system)
      expect(court, `${name} in ${courtId}`).toBeDefined()
      expect(isDocketNumber(String(number), numberingCourt(courtId)), `${number} in ${courtId}`).toBe(true)
    }
    expect(systems).toEqual(new Set(['federal', 'state']))
  })

  test('are unevenly many per client: one client has forty, at least ten have one', async () => {
    const matters = new Map((await allOf(admin, 'matter')).map(({ id, client_id: client }) => [id, client]))
    const counts = new Map<unknown, number>()
    for (const { matter_id: id } of cases) counts.set(matters.get(id), (counts.get(matters.get(id)) ?? 0) + 1)
    const sizes = [...counts.values()]
    expect(Math.max(...sizes)).toBe(40)
    expect(sizes.filter((size) => size === 1).length).toBeGreaterThanOrEqual(10)
  })

  test('were opened before anything was filed in them, on a weekday, and closed after that', () => {
    const opened = new Map(cases.map(({ id, filed_date: date }) => [id, String(date)]))
    const filed = filings.filter(({ case_id: id }) => opened.has(id))
    expect(filed.length).toBeGreaterThan(40)
    for (const { case_id: id, date, event } of filed) {
      expect(date, String(event)).toMatch(/^20\d\d-\d\d-\d\d/)
      expect(String(date) >= (opened.get(id) ?? '9999'), `${event} on ${date}`).toBe(true)
    }
    for (const { filed_date: date, close_date: closed } of cases) {
      expect([0, 6]).not.toContain(new Date(`${date}T12:00:00Z`).getUTCDay())
      if (closed) expect(String(closed) > String(date)).toBe(true)
    }
  })

  test('have a judge who sits in no other court', async () => {
    const judges = await allOf(admin, 'judge')
    expect(new Set(judges.map(({ name }) => name)).size).toBe(judges.length)
  })
})

describe('what came in', () => {
  test('is of the past, none of it from the future', () => {
    for (const { received_at: at } of items) expect(Date.parse(String(at))).toBeLessThanOrEqual(Date.now())
  })

  test('sets hearings for the next days', () => {
    const soon = Array.from({ length: 8 }, (_, at) => new Date(Date.now() + at * 86_400_000)).map(
      (date) => `${date.getUTCMonth() + 1}/${date.getUTCDate()}/${date.getUTCFullYear()}`,
    )
    const hearings = filings.filter(({ docket_text: text }) =>
      soon.some((date) => /\bset for\b/i.test(String(text)) && String(text).includes(` ${date} `)),
    )
    expect(hearings.length).toBeGreaterThanOrEqual(2)
  })

  test('includes a case whose number fits two of the firm’s, and cases the firm has not recorded', () => {
    const stuck = items.filter(({ status }) => status === 'Action Required')
    const numbers = stuck.map(({ docket_number: number }) => String(number))
    expect(numbers.filter((number) => number.includes('-cr-')).length).toBe(3)
    const recorded = cases.filter(({ case_number: number }) => String(number).includes('-cr-'))
    expect(recorded.map(({ case_number: number }) => String(number).slice(-2)).sort()).toEqual(['-1', '-2'])
    const known = new Set(cases.map(({ case_number: number }) => number))
    expect(stuck.filter(({ case_id: id, docket_number: number }) => !id && !known.has(number)).length).toBeGreaterThan(
      4,
    )
  })

  test('includes a returned email, and copies that wait for a DMS', async () => {
    const returned = await until(async () => (await allOf(admin, 'delivery')).find(({ status }) => status === 'failed'))
    expect(String(returned.sentence)).toMatch(/returned.*mailbox is full/i)
    const failing = (await allOf(admin, 'credential')).filter(({ health }) => health === 'failing')
    expect(failing.map(({ name }) => name)).toEqual(['Redwood Coast file server'])
  })
})

describe('what is saved to a DMS', () => {
  interface Copy {
    storage_policy_id: string
    status: string
    path: string
    link: string | null
  }

  async function copiesOf(policy: string): Promise<Copy[]> {
    const [found] = (await allOf(admin, 'storage_policy')).filter(({ name }) => name === policy)
    expect(found, policy).toBeDefined()
    const copies = (await allOf(admin, 'document_copy')) as unknown as Copy[]
    return copies.filter(({ storage_policy_id: id }) => id === found?.id)
  }

  test.each([
    ['iManage workspaces', 'iManage Work', 'custom2'],
    ['Shared with the client', 'Box', 'Size'],
    ['Clio matters', 'Clio Manage', 'courtcrier_copy'],
  ])('by the policy "%s" arrives in %s, where its link shows it', async (policy, service, property) => {
    const copies = await until(async () => {
      const all = await copiesOf(policy)
      return all.length > 0 && all.every(({ status }) => status === 'succeeded') && all
    })
    const [copy] = copies
    const page = await (await fetch(copy?.link ?? '')).text()
    expect(page).toContain(`>${service}</a>`)
    expect(page).toContain(`<dt>${property}</dt>`)
    const address = /href="([^"]+\/content)"/.exec(page)?.[1] ?? ''
    const document = await fetch(new URL(address, copy?.link ?? ''))
    expect(document.headers.get('content-type')).toBe('application/pdf')
    expect((await document.text()).slice(0, 5)).toBe('%PDF-')
  })

  test('is nothing but the documents of three policies: most stay on this server', async () => {
    const copies = (await allOf(admin, 'document_copy')) as unknown as Copy[]
    const elsewhere = copies.filter(({ link }) => link !== null)
    expect(elsewhere.length).toBeLessThan(copies.length / 2)
  })
})

describe('the wall', () => {
  const matter = 'Project Juniper (Confidential)'

  test('hides its matter, case and sealed filing from the paralegal, and from no one else', async () => {
    const [walled] = (await allOf(admin, 'matter')).filter(({ name }) => name === matter)
    const [own] = cases.filter(({ matter_id: id }) => id === walled?.id)
    const sealed = filings.filter(({ case_id: id, event }) => id === own?.id && /sealed/i.test(String(event)))
    expect(sealed.length).toBeGreaterThan(0)
    for (const [entity, id] of [
      ['matter', walled?.id],
      ['case', own?.id],
      ...sealed.map(({ id }) => ['envelope', id]),
      ...items.filter(({ case_id: id }) => id === own?.id).map(({ id }) => ['inbox_item', id]),
    ]) {
      expect((await admin(`/api/v1/${entity}/${id}`)).status, `${entity}`).toBe(200)
      expect((await paralegal(`/api/v1/${entity}/${id}`)).status, `${entity}`).toBe(404)
    }
    const seen = await allOf(paralegal, 'envelope')
    expect(seen.filter(({ case_id: id }) => id === own?.id)).toEqual([])
    expect(seen.length).toBeGreaterThan(40)
  })
})
