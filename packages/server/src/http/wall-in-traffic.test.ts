import { setTimeout } from 'node:timers/promises'
import { permissionSubjects } from '@courtcrier/contract/access.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { announce } from '../base/db/changes.ts'
import { withFirm } from '../base/db/firm-transaction.ts'
import { plantFiling } from '../outbox/copies/test-filing.ts'
import { kept } from '../testing/denied-world.ts'
import {
  type DirectedWorld,
  type Left,
  type MarkedFiling,
  openDirectedWorld,
  unusedName,
} from '../testing/directed-world.ts'
import { openEventStream, type Stream } from '../testing/event-stream.ts'
import { isLongRun } from '../testing/long-run.ts'

/**
 * A wall holds from the moment it is saved, while 20 notices a second arrive: someone it excludes learns nothing more,
 * in any answer, export, stream, email or webhook call.
 */
const free = 'Administrator'
const held = 'Manager'
const perSecond = 20
/** Notices that arrive before a wall is saved, and as many after. */
const count = isLongRun ? 60 : 4
const rounds = isLongRun ? 5 : 1
const longest = isLongRun ? 300_000 : 60_000

let world: DirectedWorld
let stream: Stream | undefined
let bob: string
let ann: string

beforeAll(async () => {
  world = await openDirectedWorld()
  const person = async (full_name: string, email: string) =>
    String((await world.write(free, 'POST', 'timekeeper', { full_name, email })).id)
  bob = await person('Bob Held', 'bob@one.example')
  ann = await person('Ann Lee', 'ann@one.example')
  const grants = Object.fromEntries(permissionSubjects.map((subject) => [`${subject}_access`, 'FULL']))
  const user = world.api.userIds[1][held]
  await world.write(free, 'POST', 'user_security_role', { name: unusedName(), ...grants, user_ids: [user] })
  await world.system(sql`update users set timekeeper_id = ${bob}::uuid where id = ${user}::uuid`)
  for (const [as, place] of [
    [held, 'bob'],
    [free, 'firm'],
  ] as const)
    await world.write(as, 'POST', 'webhook', {
      name: place,
      url: `${world.hookUrl}/${place}`,
      events: ['notice.processed'],
    })
  await world.write(held, 'POST', 'notification_rule', {
    name: unusedName(),
    include_emails: ['bob@elsewhere.example'],
  })
  const base = await world.api.app.listen({ port: 0, host: '127.0.0.1' })
  // fetch sets the Host header itself.
  await withFirm(world.api.services.database, 1, async (trx) => {
    await sql`update firms set host_names = '{one.example,127.0.0.1}' where firm_id = 1`.execute(trx)
    await announce(trx, { firmId: 1, entity: 'firm', ids: ['1'] })
  })
  await vi.waitFor(async () => expect((await fetch(`${base}/api/v1/firm`)).status).toBe(200), { timeout: longest })
  stream = await openEventStream(base, await world.api.tokenOf(held))
  await vi.waitFor(() => expect(streamText()).toContain(': open'), { timeout: longest })
})
afterAll(async () => {
  await stream?.close()
  await world.close()
})

/** What is around a client, and everything of which contains its word. */
interface Behind extends MarkedFiling {
  clientId: string
}

test.each(Array.from({ length: rounds }, (_, round) => [`Zinc${round}`]))(
  'a wall around %s that is saved while notices arrive holds from that moment on',
  async (word) => {
    const behind = await plantBehind(word)
    // Without a wall, Bob receives all of it.
    await world.notice(await plantNotice(behind))
    const places = (await world.send()).filter(({ text }) => text.includes(behind.caseId) || text.includes(word))
    expect(places.map(({ to }) => to)).toEqual(expect.arrayContaining(['bob@one.example', 'bob@elsewhere.example']))
    expect((await answerTo('/api/v1/envelope/search')).text).toContain(word)
    const traffic = startTraffic(behind)
    await expect.poll(traffic.processed, { timeout: longest }).toBeGreaterThanOrEqual(count)
    await saveWall(behind)
    const mark = { answers: traffic.answers().length, processed: traffic.processed(), left: await world.left() }
    const streamed = await streamUpToNow()
    await expect.poll(traffic.processed, { timeout: longest }).toBeGreaterThanOrEqual(mark.processed + count)
    await traffic.stop()
    await streamUpToNow()

    const [named, everything] = [await namedBehind(behind), await world.send()]
    // One answer, one email and one call may have been under way.
    for (const { url, text } of [...traffic.answers().slice(mark.answers + 1), ...(await everyAnswer(word))])
      expect([url, ...named(text)]).toEqual([url])
    expect(named(streamText().slice(streamed))).toEqual([])
    for (const by of ['mail', 'call'] as const) {
      const later = ofKind(everything, by).slice(ofKind(mark.left, by).length + 1)
      expect(later.filter(({ to, text }) => isBobs(to) && named(text).length > 0)).toEqual([])
      // Whom the wall doesn't exclude still receives all of it.
      expect(later.filter(({ to, text }) => !isBobs(to) && named(text).length > 0).length).toBeGreaterThan(0)
    }
  },
  2 * longest,
)

/** Work that loses to the wall is undone; in a server its job does it again. */
async function unlessDeadlock(work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if ((error as { code?: string }).code !== '40P01') throw error
  }
}

const streamText = () => stream?.text() ?? ''
const isBobs = (to: string) => /^\/?bob(?:@|$)/.test(to)
const ofKind = (left: readonly Left[], by: Left['by']) => left.filter((one) => one.by === by)

async function plantBehind(word: string): Promise<Behind> {
  const filing = await world.plant(word)
  await world.system(
    sql`update cases set assigned_timekeepers = ${[bob, ann]}::uuid[] where id = ${filing.caseId}::uuid`,
  )
  const [row] = await world.system(sql`select client_id from matters where id = ${filing.matterId}::uuid`)
  return { ...filing, clientId: String(row?.client_id) }
}

/** A wall that can't have the rows that others are at is refused; it is tried again, as its sentence says. */
async function saveWall({ clientId }: Behind): Promise<void> {
  const body = { name: unusedName(), wall_type: 'EXCLUSIONARY', client_id: clientId, timekeeper_ids: [bob] }
  const save = () => world.api.call({ as: free, method: 'POST', url: '/api/v1/ethical_wall', body })
  for (let answer = await save(); answer.status !== 201; answer = await save())
    expect(answer.status, answer.text).toBe(503)
}

/** Has notices of the case arrive, be processed and be sent, while Bob reads, until it is stopped. */
function startTraffic(behind: Behind) {
  const answers: { url: string; text: string }[] = []
  let processed = 0
  let isOn = true
  const arrive = async () => {
    await world.notice(await plantNotice(behind))
    processed += 1
  }
  const arriving = async () => {
    const underWay = new Set<Promise<void>>()
    while (isOn) {
      const one: Promise<void> = unlessDeadlock(arrive).finally(() => underWay.delete(one))
      underWay.add(one)
      await setTimeout(1000 / perSecond)
      // A machine that is slower than that gets them as fast as it can.
      if (underWay.size >= perSecond) await Promise.race(underWay)
    }
    await Promise.all(underWay)
  }
  const sending = async () => {
    for (; isOn; await setTimeout(10)) await unlessDeadlock(world.send)
  }
  const reading = async () => {
    for (let n = 0; isOn; n++) answers.push(await answerTo(`/api/v1/${quickReads[n % quickReads.length]}`))
  }
  const all = [arriving(), sending(), reading()]
  return {
    processed: () => processed,
    answers: () => answers,
    stop: async () => {
      isOn = false
      await Promise.all(all)
    },
  }
}

const quickReads = [
  'inbox_item/search?max=500',
  'envelope/search?max=500',
  'delivery/export?file_name=x',
  'find?freeText=Zinc',
]

/** A filing as it is when its notice has been received and matched. */
async function plantNotice({ caseId, word, matterId }: Behind): Promise<MarkedFiling> {
  const envelope = {
    ...{ case_name: `${word}case v. Doe`, docket_text: `MOTION: ${word}text`, event: `${word}event` },
    docket_number: `1:26-cv-${word}number`,
  }
  const documents = [{ title: `${word}title`, number: '1', content: `%PDF-1.4 ${word}file` }]
  return { ...(await plantFiling(world.api.services, { caseId, envelope, documents })), word, matterId }
}

async function answerTo(url: string): Promise<{ url: string; text: string }> {
  const answer = await world.api.call({ as: held, url })
  expect(answer.status, `${url} ${answer.text}`).toBe(200)
  return { url, text: answer.text }
}

/** Every list and export there is, and what finds words. */
async function everyAnswer(word: string): Promise<{ url: string; text: string }[]> {
  const lists = kept.filter(({ isSingleton }) => !isSingleton)
  const urls = lists.flatMap(({ name }) => [`${name}/search?max=500`, `${name}/export?file_name=x`])
  const answers: { url: string; text: string }[] = []
  for (const url of [...urls, `find?freeText=${word}`, `text_search?freeText=${word}text`, 'dashboard?range=all_time'])
    answers.push(await answerTo(`/api/v1/${url}`))
  return answers
}

/** Waits until the stream has everything announced so far, and returns its length. */
async function streamUpToNow(): Promise<number> {
  const { id } = await world.write(free, 'POST', 'area_of_law', { name: unusedName() })
  await expect.poll(() => streamText().includes(String(id)), { timeout: longest }).toBe(true)
  return streamText().length
}

/** Returns which words and IDs of what is behind the wall a text has. */
async function namedBehind({ word, caseId, matterId, clientId }: Behind): Promise<(text: string) => string[]> {
  const filings = sql`(select id from envelopes where case_id = ${caseId}::uuid)`
  const rows = await world.system(sql`
    select id from inbox_items where envelope_id in ${filings}
    union all select id from documents where envelope_id in ${filings}
    union all select id from deliveries where envelope_id in ${filings}
    union all select id from document_copies where envelope_id in ${filings}
    union all select id from ${filings} e`)
  const signs = [word, caseId, matterId, clientId, ...rows.map(({ id }) => String(id))]
  return (text) => signs.filter((sign) => text.includes(sign))
}
