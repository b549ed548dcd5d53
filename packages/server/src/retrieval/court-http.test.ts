import dns from 'node:dns'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { type CourtHttpOptions, openCourtHttp } from './court-http.ts'
import { cutOff, html, type LocalCourt, pdf, type Reply, send, startCourt } from './local-court.fixture.ts'

let court: LocalCourt | undefined
afterEach(() => court?.close())

const document = Buffer.from(`%PDF-1.4 ${'x'.repeat(300_000)} %%EOF`)
const url = 'https://ecf.cand.uscourts.gov/doc1/035123515598?magic_num=1'

async function open(answer: (url: URL, count: number) => Reply, options: Partial<CourtHttpOptions> = {}) {
  court = await startCourt(answer)
  return openCourtHttp({ isAllowedHost: (host) => host.endsWith('.uscourts.gov'), gateway: court.gateway, ...options })
}

function collect() {
  const chunks: Uint8Array[] = []
  const heads: { status: number; headers: Readonly<Record<string, string>> }[] = []
  return {
    heads,
    body: () => Buffer.concat(chunks),
    sink: {
      head: (status: number, headers: Readonly<Record<string, string>>) => heads.push({ status, headers }),
      chunk: (bytes: Uint8Array) => chunks.push(bytes),
    },
  }
}

test("the gateway receives the path and the court's name, and nothing that identifies us", async () => {
  let headers: Record<string, unknown> = {}
  const http = await open(() => (request, response) => {
    headers = request.headers
    pdf(document)(request, response)
  })
  const { sink, heads, body } = collect()
  expect(await http.get(url, () => sink)).toEqual({ outcome: 'answered', sentence: '' })
  expect(court?.requests).toEqual(['ecf.cand.uscourts.gov/doc1/035123515598?magic_num=1'])
  expect(body()).toEqual(document)
  expect(heads).toMatchObject([{ status: 200, headers: { 'content-type': 'application/pdf' } }])
  expect(headers).toMatchObject({ connection: 'close' })
  expect(Object.keys(headers).sort()).toEqual(['accept', 'accept-encoding', 'connection', 'host', 'user-agent'])
})

test.each([
  'http://ecf.cand.uscourts.gov/doc1/1',
  'https://evil.example/doc1/1',
  'https://ecf.cand.uscourts.gov.evil.example/doc1/1',
  'https://ecf.cand.uscourts.gov@evil.example/doc1/1',
  'https://user:secret@ecf.cand.uscourts.gov/doc1/1',
  'https://ecf.cand.uscourts.gov:8443/doc1/1',
  'file:///etc/passwd',
  'not an address',
])('%s is refused without a request, with or without a gateway', async (address) => {
  const http = await open(() => pdf(document))
  expect(await http.get(address, () => collect().sink)).toMatchObject({
    outcome: 'refused',
    sentence: expect.stringMatching(/\.$/),
  })
  expect(court?.requests).toEqual([])
})

test('a host allowed for one filing is used for that filing only', async () => {
  const asked: string[] = []
  const resolve = async (host: string) => {
    asked.push(host)
    return [{ address: '127.0.0.1', family: 4 }]
  }
  const http = openCourtHttp({ isAllowedHost: () => false, resolve })
  const url = 'https://documents.county.example/1'
  await http.get(url, () => collect().sink)
  expect(asked).toEqual([])
  await http.get(
    url,
    () => collect().sink,
    (host) => host === 'documents.county.example',
  )
  expect(asked).toEqual(['documents.county.example'])
})

test('without a gateway, a court that resolves into a private network is refused', async () => {
  const resolve = async () => [{ address: '127.0.0.1', family: 4 }]
  const http = openCourtHttp({ isAllowedHost: () => true, resolve })
  expect(await http.get(url, () => collect().sink)).toMatchObject({ outcome: 'refused' })
})

test('the connection goes to the address that was checked: the name is not looked up again', async () => {
  const lookup = vi.spyOn(dns, 'lookup')
  onTestFinished(() => lookup.mockRestore())
  // Counts as public but is unassigned: the network of the 6bone was returned.
  const resolve = async () => [{ address: '3ffe::1', family: 6 }]
  const http = openCourtHttp({ isAllowedHost: () => true, resolve, idleMs: 500 })
  expect(await http.get(url, () => collect().sink)).toMatchObject({ outcome: 'unanswered' })
  expect(lookup).not.toHaveBeenCalled()
})

test('a name that does not resolve can be tried again later', async () => {
  const resolve = () => Promise.reject(Object.assign(new Error('no such host'), { code: 'ENOTFOUND' }))
  const http = openCourtHttp({ isAllowedHost: () => true, resolve })
  expect(await http.get(url, () => collect().sink)).toEqual({
    outcome: 'unanswered',
    sentence: "ecf.cand.uscourts.gov couldn't be found (ENOTFOUND).",
  })
})

test('a redirect is returned and not followed', async () => {
  const http = await open(() => send(302, Buffer.alloc(0), { location: 'https://pacer.login.uscourts.gov/' }))
  const { sink, heads } = collect()
  expect(await http.get(url, () => sink)).toMatchObject({ outcome: 'answered' })
  expect(heads).toMatchObject([{ status: 302, headers: { location: 'https://pacer.login.uscourts.gov/' } }])
  expect(court?.requests).toHaveLength(1)
})

test('cookies that a court sets are passed on to no one', async () => {
  const http = await open(() => send(200, Buffer.from('x'), { 'set-cookie': 'session=secret' }))
  const { sink, heads } = collect()
  await http.get(url, () => sink)
  expect(heads).toHaveLength(1)
  expect(JSON.stringify(heads)).not.toContain('secret')
})

test('an answer that breaks off is cut, and what was received is passed on', async () => {
  const http = await open(() => cutOff(document))
  const { sink, body } = collect()
  expect(await http.get(url, () => sink)).toMatchObject({ outcome: 'cut' })
  expect(body().byteLength).toBeGreaterThan(0)
  expect(body().byteLength).toBeLessThan(document.byteLength)
})

test('a connection closed without an answer is unanswered', async () => {
  const http = await open(() => (request) => request.socket.destroy())
  expect(await http.get(url, () => collect().sink)).toMatchObject({ outcome: 'unanswered' })
})

test('a court that sends nothing, or stops in the middle, is given up after the idle time', async () => {
  const silent = await open(() => () => {}, { idleMs: 50 })
  expect(await silent.get(url, () => collect().sink)).toMatchObject({ outcome: 'unanswered' })
  await court?.close()
  const stopping = await open(() => (_request, response) => response.writeHead(200).write('%PDF'), { idleMs: 1500 })
  expect(await stopping.get(url, () => collect().sink)).toMatchObject({ outcome: 'cut' })
})

test('a court that trickles forever is given up after the total time', async () => {
  const drip: Reply = (_request, response) => {
    response.writeHead(200)
    const timer = setInterval(() => response.write('.'), 10)
    response.on('close', () => clearInterval(timer))
  }
  const http = await open(() => drip, { totalMs: 1500 })
  expect(await http.get(url, () => collect().sink)).toMatchObject({ outcome: 'cut' })
})

test('an answer over the limit is given up', async () => {
  const http = await open(() => pdf(document), { maxBytes: 100_000 })
  expect(await http.get(url, () => collect().sink)).toMatchObject({
    outcome: 'refused',
    sentence: expect.stringMatching(/larger/),
  })
})

test('a page is given up long before a document is', async () => {
  const answer = (type: string) => send(200, type === 'pdf' ? document : Buffer.alloc(document.byteLength, '<p>'))
  const http = await open(({ pathname }) => answer(pathname.slice(1)), { maxOtherBytes: 100_000 })
  const get = (path: string) => http.get(`https://ecf.cand.uscourts.gov/${path}`, () => collect().sink)
  expect(await get('pdf')).toMatchObject({ outcome: 'answered' })
  expect(await get('page')).toMatchObject({ outcome: 'refused', sentence: expect.stringMatching(/larger/) })
})

test('an error thrown by the sink ends the request and is rethrown', async () => {
  const http = await open(() => pdf(document))
  const { sink } = collect()
  const full = () => {
    throw new Error('disk full')
  }
  await expect(http.get(url, () => ({ ...sink, chunk: full }))).rejects.toThrow('disk full')
})

test('a court never receives more than its number of simultaneous requests', async () => {
  let running = 0
  let most = 0
  const answer = (): Reply => (request, response) => {
    running++
    most = Math.max(most, running)
    setTimeout(() => {
      running--
      html('ok')(request, response)
    }, 10)
  }
  const http = await open(answer, { perCourt: 3 })
  const results = await Promise.all(
    Array.from({ length: 12 }, (_, at) => http.get(`${url}${at}`, () => collect().sink)),
  )
  expect(results.every(({ outcome }) => outcome === 'answered')).toBe(true)
  expect(most).toBe(3)
})

test('an answer that goes on in another protocol is none, and is not waited for', async () => {
  const http = await open(() => (_, response) => {
    response.socket?.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n')
  })
  expect(await http.get(url, () => collect().sink)).toMatchObject({
    outcome: 'unanswered',
    sentence: "ecf.cand.uscourts.gov couldn't be reached (EPROTO).",
  })
})
