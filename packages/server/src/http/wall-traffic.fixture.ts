import { setTimeout } from 'node:timers/promises'
import { permissionSubjects } from '@courtcrier/contract/access.ts'
import { sql } from 'kysely'
import { expect, vi } from 'vitest'
import { announce } from '../base/db/changes.ts'
import { withFirm } from '../base/db/firm-transaction.ts'
import { plantFiling } from '../outbox/copies/test-filing.ts'
import { kept } from '../testing/denied-world.ts'
import { type DirectedWorld, type MarkedFiling, openDirectedWorld, unusedName } from '../testing/directed-world.ts'
import { openEventStream } from '../testing/event-stream.ts'

/** The roles of Bob, whom walls exclude, and of someone whom none does. */
export const held = 'Manager'
export const free = 'Administrator'
const perSecond = 20

/** A case whose notices keep arriving. */
export interface BusyCase extends MarkedFiling {
  clientId: string
  /** Further cases that its filings are in. */
  otherCaseIds?: readonly string[]
  /** How its notices arrive, if not one by one. */
  arrive?: () => Promise<void>
}

/** A firm with Bob, whose email, webhook, stream of changes and answers are watched while notices arrive. */
export type WallTraffic = Awaited<ReturnType<typeof openWallTraffic>>

export async function openWallTraffic(longest: number) {
  const world = await openDirectedWorld()
  const person = async (full_name: string, email: string) =>
    String((await world.write(free, 'POST', 'timekeeper', { full_name, email })).id)
  const bob = await person('Bob Held', 'bob@one.example')
  const ann = await person('Ann Lee', 'ann@one.example')
  await letBobWatch(world, bob)
  const stream = await openStream(world, longest)
  return {
    ...{ world, bob, streamText: stream.text },
    plant: (word: string) => plantBusy(world, word, [bob, ann]),
    answerTo: (url: string) => answerTo(world, url),
    everyAnswer: (word: string) => everyAnswer(world, word),
    start: (busy: BusyCase) => startTraffic(world, busy),
    plantNotice: (busy: BusyCase) => plantNotice(world, busy),
    /** Waits until the stream has everything announced so far, and returns its length. */
    streamUpToNow: async () => {
      const { id } = await world.write(free, 'POST', 'area_of_law', { name: unusedName() })
      await expect.poll(() => stream.text().includes(String(id)), { timeout: longest }).toBe(true)
      return stream.text().length
    },
    close: async () => {
      await stream.close()
      await world.close()
    },
  }
}

async function letBobWatch(world: DirectedWorld, bob: string): Promise<void> {
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
      events: ['notice.received', 'notice.processed'],
    })
  await world.write(held, 'POST', 'notification_rule', {
    name: unusedName(),
    include_emails: ['bob@elsewhere.example'],
  })
}

async function openStream(world: DirectedWorld, longest: number) {
  const base = await world.api.app.listen({ port: 0, host: '127.0.0.1' })
  // fetch sets the Host header itself.
  await withFirm(world.api.services.database, 1, async (trx) => {
    await sql`update firms set host_names = '{one.example,127.0.0.1}' where firm_id = 1`.execute(trx)
    await announce(trx, { firmId: 1, entity: 'firm', ids: ['1'] })
  })
  await vi.waitFor(async () => expect((await fetch(`${base}/api/v1/firm`)).status).toBe(200), { timeout: longest })
  const stream = await openEventStream(base, await world.api.tokenOf(held))
  await vi.waitFor(() => expect(stream.text()).toContain(': open'), { timeout: longest })
  return stream
}

async function plantBusy(world: DirectedWorld, word: string, people: readonly string[]): Promise<BusyCase> {
  const filing = await world.plant(word)
  await world.system(
    sql`update cases set assigned_timekeepers = ${[...people]}::uuid[] where id = ${filing.caseId}::uuid`,
  )
  const [row] = await world.system(sql`select client_id from matters where id = ${filing.matterId}::uuid`)
  return { ...filing, clientId: String(row?.client_id) }
}

/** Work that loses to the wall is undone; in a server its job does it again. */
async function unlessDeadlock(work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if ((error as { code?: string }).code !== '40P01') throw error
  }
}

/** Has notices of the case arrive, be processed and be sent, while Bob reads, until it is stopped. */
function startTraffic(world: DirectedWorld, busy: BusyCase) {
  const answers: { url: string; text: string }[] = []
  let processed = 0
  let isOn = true
  const arrive = async () => {
    await (busy.arrive?.() ?? arriveAlone(world, busy))
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
    for (let n = 0; isOn; n++) answers.push(await answerTo(world, `/api/v1/${quickReads[n % quickReads.length]}`))
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

async function arriveAlone(world: DirectedWorld, busy: BusyCase): Promise<void> {
  await world.notice(await plantNotice(world, busy))
}

const quickReads = [
  'inbox_item/search?max=500',
  'envelope/search?max=500',
  'delivery/export?file_name=x',
  'find?freeText=Zinc',
]

/** A filing as it is when its notice has been received and matched. */
async function plantNotice(world: DirectedWorld, busy: BusyCase): Promise<MarkedFiling> {
  const { caseId, word, matterId, otherCaseIds = [] } = busy
  const envelope = {
    ...{ case_name: `${word}case v. Doe`, docket_text: `MOTION: ${word}text`, event: `${word}event` },
    ...{ docket_number: `1:26-cv-${word}number`, other_case_ids: otherCaseIds },
  }
  const documents = [{ title: `${word}title`, number: '1', content: `%PDF-1.4 ${word}file` }]
  const filing = await plantFiling(world.api.services, { caseId, envelope, documents })
  return { ...filing, word, matterId }
}

async function answerTo(world: DirectedWorld, url: string): Promise<{ url: string; text: string }> {
  const answer = await world.api.call({ as: held, url })
  expect(answer.status, `${url} ${answer.text}`).toBe(200)
  return { url, text: answer.text }
}

/** Every list and export there is, and what finds words. */
async function everyAnswer(world: DirectedWorld, word: string): Promise<{ url: string; text: string }[]> {
  const lists = kept.filter(({ isSingleton }) => !isSingleton)
  const urls = lists.flatMap(({ name }) => [`${name}/search?max=500`, `${name}/export?file_name=x`])
  const answers: { url: string; text: string }[] = []
  for (const url of [...urls, `find?freeText=${word}`, `text_search?freeText=${word}text`, 'dashboard?range=all_time'])
    answers.push(await answerTo(world, `/api/v1/${url}`))
  return answers
}
