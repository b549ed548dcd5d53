import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isAbsence } from './dns-gateway.ts'
import { type Examiner, openExaminer } from './examine-senders.ts'
import { decodeMessage } from './mime.ts'
import { courtServer, makeDns, makeMail, type TestDns } from './testing/court-mail.ts'
import { checkSender } from './trust.ts'

const origin = { ...courtServer, mailFrom: 'ECF-CAND@cand.uscourts.gov' }
/** Takes mailauth minutes; checkSender would not let it through. */
const folded = { headers: [`X-Folded: a${'\r\n b'.repeat(200_000)}`], body: 'x' }

let dns: TestDns
let server: Server
let examiner: Examiner
beforeEach(async () => {
  dns = makeDns()
  server = createServer(async (request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://gateway')
    try {
      response.end(JSON.stringify(await dns.resolve(searchParams.get('name') ?? '', searchParams.get('type') ?? '')))
    } catch (error) {
      response.writeHead(isAbsence(error) ? 404 : 502).end()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const dnsGateway = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  examiner = openExaminer({ dnsGateway, log: pino({ level: 'silent' }), silenceMs: 2_000 })
})
afterEach(async () => {
  await examiner.close()
  server.closeAllConnections()
  server.close()
})

async function check(raw: Buffer) {
  const decoded = await decodeMessage(raw)
  if ('problem' in decoded) throw new Error(decoded.problem)
  return checkSender(raw, { message: decoded.message, origin, examine: examiner.examine })
}

test('messages are examined on the thread as they are here, and it asks the DNS once for all', async () => {
  const mails = [{ signedBy: 'cand.uscourts.gov' }, {}, { signedBy: 'cand.uscourts.gov' }]
  const raws = await Promise.all(mails.map(makeMail))
  const results = await Promise.all(raws.map(check))
  expect(results.map(({ trust }) => trust)).toEqual(['verified', 'verified', 'verified'])
  expect(results.map(({ sentence }) => /\(DKIM\)/.test(sentence))).toEqual([true, false, true])
  expect(new Set(dns.asked).size).toBe(dns.asked.length)
})

test('trouble of the DNS is told across the threads', async () => {
  dns.isDown = true
  expect(await check(await makeMail({ signedBy: 'cand.uscourts.gov' }))).toMatchObject({
    trust: 'unverified',
    temporary: true,
  })
})

test('a message out of a larger buffer is sent alone', async () => {
  const raw = await makeMail({ signedBy: 'cand.uscourts.gov' })
  const view = Buffer.concat([Buffer.from('before'), raw, Buffer.from('after')]).subarray(6, 6 + raw.length)
  expect((await check(view)).trust).toBe('verified')
})

test('a message that is built to be expensive costs its own verdict and no other', async () => {
  const honest = await makeMail({ signedBy: 'cand.uscourts.gov' })
  const hostile = await makeMail(folded)
  const examined = examiner.examine({ raw: hostile, origin, trustedSealers: [] }).catch(({ message }) => message)
  const [result] = await Promise.all([check(honest), check(honest)])
  expect(result?.trust).toBe('verified')
  expect(await examined).toBe('its signatures take too long to examine')
})

test('a message whose examination broke off is not proven yet', async () => {
  await examiner.close()
  expect(await check(await makeMail({ signedBy: 'cand.uscourts.gov' }))).toEqual({
    trust: 'unverified',
    sentence: 'Not proven yet: its signatures could not be examined to the end.',
    temporary: true,
  })
})
