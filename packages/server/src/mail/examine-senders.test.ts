import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { decodeMessage } from '../courts/message/mime.ts'
import { longTest } from '../testing/in-long-run.ts'
import { isAbsence } from './dns-gateway.ts'
import { type Examiner, openExaminer } from './examine-senders.ts'
import { courtServer, makeDns, makeMail, type TestDns, timeoutMs } from './testing/court-mail.ts'
import { checkSender } from './trust.ts'

const origin = { ...courtServer, mailFrom: 'ECF-CAND@cand.uscourts.gov' }
/** Would take mailauth minutes; checkSender rejects it before that. */
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
  examiner = openExaminer({ dnsGateway, log: pino({ level: 'silent' }), computeMs: 2_000 })
})
afterEach(async () => {
  await examiner.close()
  server.closeAllConnections()
  server.close()
})

async function check(raw: Buffer) {
  const decoded = await decodeMessage(raw)
  if ('problem' in decoded) throw new Error(decoded.problem)
  return checkSender(raw, { message: decoded.message, origin, examine: examiner.examine, timeoutMs })
}

test('the thread returns the same evidence as a direct check and queries the DNS once for all messages', async () => {
  const mails = [{ signedBy: 'cand.uscourts.gov' }, {}, { signedBy: 'cand.uscourts.gov' }]
  const raws = await Promise.all(mails.map(makeMail))
  const results = await Promise.all(raws.map(check))
  expect(results.map(({ trust }) => trust)).toEqual(['verified', 'verified', 'verified'])
  expect(results.map(({ sentence }) => /\(DKIM\)/.test(sentence))).toEqual([true, false, true])
  expect(new Set(dns.asked).size).toBe(dns.asked.length)
})

test('DNS errors are reported across threads', async () => {
  dns.isDown = true
  expect(await check(await makeMail({ signedBy: 'cand.uscourts.gov' }))).toMatchObject({
    trust: 'unverified',
    temporary: true,
  })
})

test('a message within a larger buffer is sent without the rest of the buffer', async () => {
  const raw = await makeMail({ signedBy: 'cand.uscourts.gov' })
  const view = Buffer.concat([Buffer.from('before'), raw, Buffer.from('after')]).subarray(6, 6 + raw.length)
  expect((await check(view)).trust).toBe('verified')
})

longTest('a message built to be expensive affects only its own result', async () => {
  const honest = await makeMail({ signedBy: 'cand.uscourts.gov' })
  const hostile = await makeMail(folded)
  const examined = examiner.examine({ raw: hostile, origin, trustedSealers: [] }).catch(({ message }) => message)
  const [result] = await Promise.all([check(honest), check(honest)])
  expect(result?.trust).toBe('verified')
  expect(await examined).toBe('its signatures take too long to examine')
})

test('a message whose examination is interrupted is not proven yet', async () => {
  await examiner.close()
  expect(await check(await makeMail({ signedBy: 'cand.uscourts.gov' }))).toEqual({
    trust: 'unverified',
    sentence: 'Not proven yet: its signatures could not be examined to the end.',
    temporary: true,
  })
})
