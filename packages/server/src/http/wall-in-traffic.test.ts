import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ApiAnswer } from '../testing/api.ts'
import { type Left, unusedName } from '../testing/directed-world.ts'
import { isLongRun } from '../testing/long-run.ts'
import { number, receiveTogether } from './split-traffic.fixture.ts'
import { type BusyCase, free, openWallTraffic, type WallTraffic } from './wall-traffic.fixture.ts'

/**
 * A wall holds from the moment that something comes behind it, while 20 notices a second arrive: someone it excludes
 * learns nothing more, in any answer, export, stream, email or webhook call.
 */
/** Notices that arrive before that moment, and as many after. */
const count = isLongRun ? 20 : 4
const longest = isLongRun ? 300_000 : 60_000

let traffic: WallTraffic
beforeAll(async () => {
  traffic = await openWallTraffic(longest)
})
afterAll(() => traffic.close())

/** What brings a busy case, or its filings, behind a wall while notices arrive, and which signs of it are hidden then. */
interface Move {
  act: () => Promise<unknown>
  hidden: readonly string[]
}

type Prepare = (busy: BusyCase, word: string) => Promise<Move>

const waysIn: Readonly<Record<string, Prepare>> = {
  'a wall is saved around its client': async (busy) => ({
    act: () => saveWall(busy),
    hidden: signsOf(busy),
  }),
  'its case is moved into a walled matter': async (busy, word) => {
    const walled = await plantWalled(word)
    return { act: () => moveTo(busy, walled), hidden: [...signsOf(walled), ...signsOfCase(busy)] }
  },
  'an import moves its case into a walled matter': async (busy, word) => {
    const walled = await plantWalled(word)
    return { act: () => importInto(busy, walled), hidden: [...signsOf(walled), ...signsOfCase(busy)] }
  },
  'an undo moves its case back into a walled matter': async (busy, word) => {
    const walled = await plantWalled(word)
    await moveTo(busy, walled)
    const { headers } = await moveTo(busy, busy)
    return {
      act: () => accepted('POST', `undo/${headers['x-undo-id']}`),
      hidden: [...signsOf(walled), ...signsOfCase(busy)],
    }
  },
  'a wall is saved around another case of its filings': async (busy, word) => {
    const other = await traffic.plant(word)
    Object.assign(busy, { otherCaseIds: [other.caseId] })
    await traffic.world.system(
      sql`update envelopes set other_case_ids = ${[other.caseId]}::uuid[] where id = ${busy.envelopeId}::uuid`,
    )
    return { act: () => saveWall(other), hidden: [...signsOf(other), ...wordsOfFiling(busy)] }
  },
  'its notices are split off messages with others and a wall is saved around its client': async (busy, word) => {
    const beside = await traffic.plant(word)
    await number(traffic.world, busy, '1:26-cv-00101-ABC')
    await number(traffic.world, beside, '1:26-cv-00102-ABC')
    Object.assign(busy, { arrive: () => receiveTogether(traffic.world, [busy, beside]) })
    return { act: () => saveWall(busy), hidden: [...signsOf(busy), '1:26-cv-00101'] }
  },
}

const numbered = Object.entries(waysIn).map(([name, prepare], way) => [name, String(way), prepare] as const)

test.each(numbered)(
  'while notices of a case arrive and %s, nothing behind the wall is told from that moment on (%s)',
  async (_, number, prepare) => {
    const busy = await traffic.plant(`Zinc${number}`)
    const { act, hidden } = await prepare(busy, `Lead${number}`)
    await expectAllToBob(busy)
    const running = traffic.start(busy)
    await expect.poll(running.processed, { timeout: longest }).toBeGreaterThanOrEqual(count)
    await act()
    const mark = { answers: running.answers().length, processed: running.processed(), left: await traffic.world.left() }
    const streamed = await traffic.streamUpToNow()
    await expect.poll(running.processed, { timeout: longest }).toBeGreaterThanOrEqual(mark.processed + count)
    await running.stop()
    await traffic.streamUpToNow()

    const [named, everything] = [await namedIn(busy, hidden), await traffic.world.send()]
    // One answer, one email and one call may have been under way.
    for (const { url, text } of [
      ...running.answers().slice(mark.answers + 1),
      ...(await traffic.everyAnswer(busy.word)),
    ])
      expect([url, ...named(text)]).toEqual([url])
    expect(named(traffic.streamText().slice(streamed))).toEqual([])
    for (const by of ['mail', 'call'] as const) {
      const later = ofKind(everything, by).slice(ofKind(mark.left, by).length + 1)
      expect(later.filter(({ to, text }) => isBobs(to) && named(text).length > 0)).toEqual([])
      // Whom the wall doesn't exclude still receives all of it.
      expect(later.filter(({ to, text }) => !isBobs(to) && named(text).length > 0).length).toBeGreaterThan(0)
    }
  },
  2 * longest,
)

test(
  'while notices of a case arrive and it is moved out of a walled matter, nothing is told before, and all of it after',
  async () => {
    const [busy, walled] = [await traffic.plant('ZincOut'), await plantWalled('LeadOut')]
    await moveTo(busy, walled)
    const streamed = await traffic.streamUpToNow()
    const running = traffic.start(busy)
    await expect.poll(running.processed, { timeout: longest }).toBeGreaterThanOrEqual(count)
    await traffic.streamUpToNow()
    const before = {
      ...{ answers: running.answers().length, left: await traffic.world.left() },
      streamed: traffic.streamText().slice(streamed),
    }
    const named = await namedIn(busy, [...signsOf(walled), ...signsOfCase(busy)])
    await moveTo(busy, busy)
    const processed = running.processed()
    await expect.poll(running.processed, { timeout: longest }).toBeGreaterThanOrEqual(processed + count)
    await running.stop()

    for (const { url, text } of running.answers().slice(0, before.answers)) expect([url, ...named(text)]).toEqual([url])
    expect(named(before.streamed)).toEqual([])
    expect(before.left.filter(({ to, text }) => isBobs(to) && named(text).length > 0)).toEqual([])
    const later = (await traffic.world.send()).filter(({ text }) => text.includes(busy.word))
    expect(later.map(({ to }) => to)).toEqual(expect.arrayContaining(['bob@one.example', 'bob@elsewhere.example']))
    expect(named((await traffic.answerTo('/api/v1/envelope/search?max=500')).text)).toContain(busy.caseId)
  },
  2 * longest,
)

const isBobs = (to: string) => /^\/?bob(?:@|$)/.test(to)
const ofKind = (left: readonly Left[], by: Left['by']) => left.filter((one) => one.by === by)

/** Without a wall, Bob receives and reads all of it. */
async function expectAllToBob(busy: BusyCase): Promise<void> {
  await traffic.world.notice(await traffic.plantNotice(busy))
  const places = (await traffic.world.send()).filter(({ text }) => text.includes(busy.word))
  expect(places.map(({ to }) => to)).toEqual(expect.arrayContaining(['bob@one.example', 'bob@elsewhere.example']))
  expect((await traffic.answerTo('/api/v1/envelope/search?max=500')).text).toContain(busy.word)
}

/** What can't have the rows that others are at is refused; it is tried again, as its sentence says. */
async function accepted(method: 'POST' | 'PUT', path: string, body?: object): Promise<ApiAnswer> {
  const url = `/api/v1/${path}`
  const send = () => traffic.world.api.call({ as: free, method, url, ...(body ? { body } : {}) })
  for (let answer = await send(); ; answer = await send()) {
    if (answer.status < 300) return answer
    expect(answer.status, answer.text).toBe(503)
  }
}

function saveWall({ clientId }: BusyCase): Promise<unknown> {
  const timekeepers = { timekeeper_ids: [traffic.bob] }
  return accepted('POST', 'ethical_wall', {
    ...{ name: unusedName(), wall_type: 'EXCLUSIONARY', client_id: clientId },
    ...timekeepers,
  })
}

/** A matter behind a wall that excludes Bob, with a client and a case of its own. */
async function plantWalled(word: string): Promise<BusyCase> {
  const walled = await traffic.plant(word)
  await saveWall(walled)
  return walled
}

function moveTo({ caseId }: BusyCase, { matterId }: BusyCase): Promise<ApiAnswer> {
  return accepted('PUT', `case/${caseId}`, { matter_id: matterId })
}

async function importInto({ caseId }: BusyCase, { matterId }: BusyCase): Promise<void> {
  const file = { headers: { 'content-type': 'text/csv' }, body: `id,matter_id\r\n${caseId},${matterId}` }
  const url = '/api/v1/case/import?mode=commit'
  const send = () => traffic.world.api.call({ as: free, method: 'POST', url, ...file })
  for (let answer = await send(); answer.status !== 200; answer = await send())
    expect(answer.status, answer.text).toBe(503)
  const [row] = await traffic.world.system(sql`select matter_id from cases where id = ${caseId}::uuid`)
  expect(row).toEqual({ matter_id: matterId })
}

/** Of a case with its matter and client. */
function signsOf({ word, caseId, matterId, clientId }: BusyCase): string[] {
  return [word, caseId, matterId, clientId]
}

/** Of a case whose former matter and client may be seen. */
function signsOfCase({ word, caseId }: BusyCase): string[] {
  return [caseId, ...['case', 'text', 'event', 'number', 'title', 'file'].map((part) => word + part)]
}

/** Of a filing whose case may be seen. */
function wordsOfFiling({ word }: BusyCase): string[] {
  return ['text', 'event', 'title', 'file'].map((part) => word + part)
}

/** Returns which signs of what is behind the wall a text has, with the IDs of all that belongs to the case's filings. */
async function namedIn({ caseId }: BusyCase, signs: readonly string[]): Promise<(text: string) => string[]> {
  const filings = sql`(select id from envelopes where case_id = ${caseId}::uuid)`
  const rows = await traffic.world.system(sql`
    select id from inbox_items where envelope_id in ${filings}
    union all select id from documents where envelope_id in ${filings}
    union all select id from deliveries where envelope_id in ${filings}
    union all select id from document_copies where envelope_id in ${filings}
    union all select id from ${filings} e`)
  const all = [...signs, ...rows.map(({ id }) => String(id))]
  return (text) => all.filter((sign) => text.includes(sign))
}
