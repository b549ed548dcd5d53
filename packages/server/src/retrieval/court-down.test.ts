import { afterEach, describe, expect, test } from 'vitest'
import {
  districtLink,
  html,
  type LocalCourt,
  listed,
  makePdf,
  openWorkbench,
  pdf,
  type Reply,
  send,
  startCourt,
  type Workbench,
} from './local-court.fixture.ts'
import { type FilingRetrieval, retrieveFiling } from './retrieve-filing.ts'

let court: LocalCourt
let bench: Workbench
afterEach(async () => {
  await court.close()
  await bench.remove()
})

async function open(answer: (url: URL, count: number) => Reply): Promise<void> {
  court = await startCourt(answer)
  bench = await openWorkbench(court.gateway)
}

const own = districtLink('own')

function run({ links = [own], awaitsClearAnswer = true } = {}): Promise<FilingRetrieval> {
  const deps = { ...bench.deps, awaitsClearAnswer }
  return retrieveFiling({ documents: [listed(0, 'Main Document')], links, deps })
}

const order = await makePdf(2)
const until = (runs: number, away: Reply) => (_url: URL, count: number) => (count <= runs ? away : pdf(order))
const fetched = [{ verdict: 'fetched', linkUsed: { token: 'own' } }]
const isDownSentence = "The court's page says that its system is down."

describe('a court that is down', () => {
  test('and says so is asked again, and the document is retrieved once it is back', async () => {
    await open(until(2, html('<h1>CM/ECF is unavailable</h1> Scheduled maintenance is in progress.')))
    const links = [own, districtLink('spare')]
    for (const _run of [1, 2]) expect((await run({ links, awaitsClearAnswer: false })).retry).toBe(isDownSentence)
    expect((await run({ links })).documents).toMatchObject(fetched)
    expect(court.requests.filter((each) => each.includes('spare'))).toEqual([])
  })

  test('and sends everyone to a page that says so is asked for the link itself again', async () => {
    let isDown = true
    await open((url) => {
      if (url.pathname === '/home.html') return html('CM/ECF is temporarily unavailable.')
      return isDown ? send(302, Buffer.alloc(0), { location: '/home.html' }) : pdf(order)
    })
    for (const _run of [1, 2, 3]) expect((await run()).retry).toBe(isDownSentence)
    isDown = false
    expect((await run()).documents).toMatchObject(fetched)
  })

  test.each<[string, Reply]>([
    ['a bare 404', html('<h1>Not Found</h1>', 404)],
    ['a page of its own', html('Welcome to the court')],
    ['nothing', send(200, Buffer.alloc(0))],
    ['a way to another host', send(302, Buffer.alloc(0), { location: 'https://status.court.example/' })],
  ])('and answers with %s is asked again', async (_what, away) => {
    await open(until(2, away))
    for (const _run of [1, 2]) expect((await run()).retry).toMatch(/may be down, so Courtcrier tries again\.$/)
    expect((await run()).documents).toMatchObject(fetched)
    expect(court.requests.every((each) => each.startsWith('ecf.cand.uscourts.gov/doc1/'))).toBe(true)
  })

  test('is waited for only so long, and then the reason is final and another link is tried', async () => {
    await open((url) => (url.searchParams.get('magic_num') === 'own' ? html('Not Found', 404) : pdf(order)))
    expect((await run()).retry).toMatch(/tries again/)
    expect((await run({ awaitsClearAnswer: false })).documents).toMatchObject([
      { verdict: 'unavailable', sentence: "The court's server has no document at this address (404)." },
    ])
    const links = [own, districtLink('spare')]
    expect((await run({ links, awaitsClearAnswer: false })).documents).toMatchObject([
      { verdict: 'fetched', linkUsed: { token: 'spare' } },
    ])
  })
})
