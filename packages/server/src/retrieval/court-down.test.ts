import { afterEach, describe, expect, test } from 'vitest'
import {
  cutOff,
  districtLink,
  html,
  type LocalCourt,
  listed,
  loginPage,
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

describe('a page whose document is gone', () => {
  /** The link leads to a file of its own each time it is requested. */
  const framed = (file: (name: string, count: number) => Reply) => (url: URL, count: number) =>
    url.pathname.startsWith('/cgi-bin/')
      ? file(url.search, count)
      : html(`<iframe src="/cgi-bin/show_temp.pl?file=${count}"></iframe>`)
  const starts = () => court.requests.filter((each) => each.includes('/doc1/')).length

  test.each<[string, Reply]>([
    ['a 404', html('gone', 404)],
    ['a server error', html('oops', 500)],
    ['an overload', html('busy', 503)],
  ])('is requested once more from the start after %s', async (_what, gone) => {
    await open(framed((name, count) => (name === '?file=2' ? pdf(order) : count === 1 ? cutOff(order) : gone)))
    expect((await run()).retry).toMatch(/cut off/)
    await expect.poll(async () => (await run()).documents, { interval: 500 }).toMatchObject(fetched)
    expect(starts()).toBe(2)
  })

  test('is never requested from the start a second time, whatever the court answers', async () => {
    await open(framed(() => html('oops', 500)))
    for (const _run of [1, 2, 3, 4, 5]) expect((await run()).retry).toMatch(/\(500\)/)
    expect(starts()).toBe(2)
  })

  test('is not requested from the start in the same run', async () => {
    await open(framed(() => html('oops', 500)))
    await run()
    expect(starts()).toBe(1)
  })

  test('is given up if the start was the one use of the link', async () => {
    await open((url, count) => {
      if (url.pathname.startsWith('/cgi-bin/')) return html('oops', 500)
      return count === 1 ? html('<iframe src="/cgi-bin/show_temp.pl?file=1"></iframe>') : html(loginPage)
    })
    await run()
    expect((await run()).documents).toMatchObject([{ verdict: 'login' }])
    expect((await run()).documents).toMatchObject([{ verdict: 'login' }])
    expect(starts()).toBe(2)
  })

  test('is requested from the start as often as the court is down there', async () => {
    let isDown = false
    await open((url, count) => {
      if (url.pathname.startsWith('/cgi-bin/')) return url.search === '?file=1' ? html('oops', 500) : pdf(order)
      if (isDown) return html('oops', 500)
      return html(`<iframe src="/cgi-bin/show_temp.pl?file=${count}"></iframe>`)
    })
    await run()
    isDown = true
    for (const _run of [1, 2]) expect((await run()).retry).toMatch(/\(500\)/)
    isDown = false
    expect((await run()).documents).toMatchObject(fetched)
  })
})
