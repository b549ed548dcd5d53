import type { OutgoingNotice } from '@courtcrier/sandbox/notice/message.ts'
import type { FiledScenario } from '@courtcrier/sandbox/sandbox.ts'
import { openSession } from '@courtcrier/sandbox/sending/smtp-session.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { longTest } from '../packages/server/src/testing/in-long-run.ts'
import { isLongRun } from '../packages/server/src/testing/long-run.ts'
import { examine } from './faults/examine.ts'
import { type Installation, signIn, startInstallation, untilAtRest } from './harness.ts'

/**
 * One filing received for five attorneys, some without a token: one filing record, each document once, each person
 * notified once.
 */

let installation: Installation
let call: Awaited<ReturnType<typeof signIn>>
let accepted = 0

beforeAll(async () => {
  installation = await startInstallation()
  call = await signIn(installation.url, 'Administrator')
})
afterAll(() => installation?.close())

const five = [0, 1, 2, 3, 4] as const

longTest('one after the other, whichever is received first', async () => {
  // The first copy has no token, the second has one.
  for (const first of isLongRun ? five : five.slice(0, 2)) {
    const filed = await installation.sandbox.fileScenario('five-attorneys-some-tokens')
    for (const copy of [first, ...five.filter((each) => each !== first)]) {
      await send(pick(filed, [copy]))
      await untilAtRest(call, accepted)
    }
  }
  await expectNothingBroken()
})

test('in every order, as fast as the mail arrives', async () => {
  const all = permutations(five)
  expect(all).toHaveLength(120)
  const orders = isLongRun ? all : all.filter((_, at) => at % 15 === 0)
  await Promise.all(
    [0, 1, 2, 3].map(async (lane) => {
      for (const order of orders.filter((_, at) => at % 4 === lane)) {
        await send(pick(await installation.sandbox.fileScenario('five-attorneys-some-tokens'), order))
      }
    }),
  )
  await untilAtRest(call, accepted)
  await expectNothingBroken()
})

test('all at the same time, with attachments', async () => {
  for (let filing = 0; filing < (isLongRun ? 10 : 4); filing++) {
    const filed = await installation.sandbox.fileScenario('five-attorneys-attachments')
    await Promise.all(filed.messages.map((message) => send([message])))
  }
  await untilAtRest(call, accepted)
  await expectNothingBroken()
})

test('each further notice of a filing leaves one event that says it brought no new document', async () => {
  const filed = await installation.sandbox.fileScenario('five-attorneys')
  const repeated = async () => {
    const filters = JSON.stringify([{ field: 'type', in: ['duplicate document'] }])
    const answer = await call(`/api/v1/system_event/search?${new URLSearchParams({ filters, max: '1' })}`)
    return Number(answer.headers.get('x-total-count'))
  }
  const before = await repeated()
  for (const copy of [0, 1, 2]) {
    await send(pick(filed, [copy]))
    await untilAtRest(call, accepted)
  }
  expect((await repeated()) - before).toBe(2)
})

test('a later notice notifies only those who were not notified yet', async () => {
  const filed = await installation.sandbox.fileScenario('five-attorneys')
  await send(pick(filed, [0, 1]))
  await untilAtRest(call, accepted)
  const before = await mailsOf(filed)
  expect(before.length).toBeGreaterThan(0)
  const newcomer = await assignOneMore(filed)
  await send(pick(filed, [2, 3, 4]))
  await untilAtRest(call, accepted)
  const after = await mailsOf(filed)
  expect(after.slice(0, before.length)).toEqual(before)
  expect(after.slice(before.length)).toEqual([newcomer])
})

function pick({ messages }: FiledScenario, copies: readonly number[]): OutgoingNotice[] {
  return copies.flatMap((copy) => messages[copy] ?? [])
}

async function send(messages: readonly OutgoingNotice[]): Promise<void> {
  const session = await openSession(installation.smtp)
  if ('reason' in session) throw new Error(session.reason)
  for (const message of messages) {
    expect(await session.send(message, message.email)).toMatchObject({ kind: 'accepted' })
    accepted++
  }
  session.close()
}

async function expectNothingBroken(): Promise<void> {
  const { sandbox, url, folder } = installation
  const { broken } = await examine({ sandbox, url, folder, kills: 0, accepted, resent: 0 })
  expect(broken).toEqual(Object.fromEntries(Object.keys(broken).map((name) => [name, []])))
  const { headers } = await call('/api/v1/envelope/search?max=1')
  expect(headers.get('x-total-count')).toBe(String(sandbox.filings().length))
  for (const filing of sandbox.filings()) {
    const served = sandbox.served().filter((record) => record.filing === filing.number && record.served === 1)
    expect(served.map(({ documentIndex }) => documentIndex).sort()).toEqual(filing.documents.map(({ index }) => index))
  }
}

/** Returns who was notified of the filing, in the order of the emails. */
async function mailsOf({ filing }: FiledScenario): Promise<string[]> {
  const mails = await installation.sandbox.mails()
  const about = mails.filter(
    (mail) => mail.subject.includes(filing.docketNumber) && mail.subject.includes(filing.event),
  )
  return about.map((mail) => mail.envelopeTo.join())
}

/** Adds a person at the firm to the case. */
async function assignOneMore({ filing }: FiledScenario): Promise<string> {
  const { sandbox } = installation
  const assigned = sandbox.world.cases.find(({ id }) => id === filing.caseId)?.attorneyIds ?? []
  const person = sandbox.world.people.find(({ id }) => !assigned.includes(id))
  if (!person) throw new Error('everybody is on the case')
  const timekeeper = await findOne('timekeeper', person.name)
  const found = await findOne('case', filing.docketNumber)
  const answer = await call(`/api/v1/case/${found.id}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ assigned_timekeepers: [...(found.assigned_timekeepers ?? []), timekeeper.id] }),
  })
  expect(answer.status).toBe(200)
  return person.email
}

interface Row {
  id: string
  assigned_timekeepers?: string[]
}

async function findOne(entity: string, words: string): Promise<Row> {
  const answer = await call(`/api/v1/${entity}/search?freeText=${encodeURIComponent(words)}&max=2`)
  const [rows = []] = Object.values((await answer.json()) as Record<string, Row[]>)
  expect(rows).toHaveLength(1)
  return rows[0] ?? { id: '' }
}

function permutations(items: readonly number[]): number[][] {
  if (items.length <= 1) return [[...items]]
  return items.flatMap((item) => permutations(items.filter((other) => other !== item)).map((rest) => [item, ...rest]))
}
