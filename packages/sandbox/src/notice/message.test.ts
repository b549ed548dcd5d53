import { authenticate } from 'mailauth'
import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import type { Filing } from '../filings/filing.ts'
import { makeFilingStore } from '../filings/filing-store.ts'
import { profiles } from '../profile.ts'
import { makeWorld } from '../world/world.ts'
import { makeMessage, type OutgoingNotice } from './message.ts'
import { makeSigningKey, makeTxtRecords } from './signing.ts'

const key = makeSigningKey()
const records = makeTxtRecords(key)
const store = makeFilingStore({ world: makeWorld(1), profile: profiles.test })
const filings = Array.from({ length: 120 }, () => store.fileNext())

function getFiling(is: (filing: Filing) => boolean): Filing {
  const found = filings.find(is)
  if (found === undefined) throw new Error('No such filing among the first 120')
  return found
}

function writeFirst(filing: Filing): OutgoingNotice {
  return makeMessage(filing, filing.notices[0] as Filing['notices'][number], key)
}

async function resolve(name: string, type: string): Promise<string[][]> {
  const found = type === 'TXT' ? records.get(name.toLowerCase()) : undefined
  if (found === undefined) throw Object.assign(new Error(`No ${type} of ${name}`), { code: 'ENOTFOUND' })
  return found
}

const judge = (raw: Buffer, sender: string, ip = '127.0.0.1') =>
  authenticate(raw, { ip, helo: 'ecf-sandbox.localhost', sender, resolver: resolve })

/** Returns a check's result; mailauth has `false` for a check that was not made. */
function resultOf(check: false | { status: { result: string } }): string {
  return check === false ? 'not checked' : check.status.result
}

test('a notice parses as MIME and contains the facts of the filing', async () => {
  const filing = getFiling((item) => item.documents.length > 2 && item.notices.length > 1)
  const email = await PostalMime.parse(writeFirst(filing).raw)
  expect(email.subject).toBe(`Activity in Case ${filing.docketNumber} ${filing.caseName} ${filing.event}`)
  expect(email.messageId).toBe(filing.notices[0]?.messageId)
  const html = (email.html ?? '').replace(/ ?\r?\n/g, ' ')
  expect(html).toContain(`href="${filing.notices[0]?.url}"`)
  expect(html).toContain(`<TAB>] [${filing.documents[0]?.stamp.slice(0, 67)}`)
  expect(html).toContain(filing.docketText)
  expect(html.match(/Document description:/g)).toHaveLength(filing.documents.length)
  for (const person of filing.served) expect(html).toContain(person.emails[0])
})

test('each copy of a filing has its own link and Message-ID and is otherwise the same', async () => {
  const filing = getFiling((item) => item.notices.length > 2 && item.notices.every((notice) => notice.token !== ''))
  const copies = filing.notices.map((notice) => makeMessage(filing, notice, key))
  const bodies = copies.map(({ raw }) => raw.toString().replace(/^[\s\S]*?\r\n\r\n/, ''))
  expect(new Set(bodies).size).toBe(copies.length)
  expect(new Set(bodies.map((body) => body.replace(/magic_num=\d+/, ''))).size).toBe(1)
})

test('text-only entries say that there is no document; closed cases warn; regenerated notices say so', async () => {
  const textOnly = writeFirst(getFiling((item) => item.documents.length === 0)).raw.toString()
  expect(textOnly).toMatch(/\d+\(No document attached\)/)
  expect(textOnly).not.toContain('/doc1/')
  const closed = writeFirst(getFiling((item) => item.caseClosedOn !== undefined)).raw.toString()
  expect(closed).toMatch(/WARNING: CASE CLOSED on \d\d\/\d\d\/2026/)
  const again = getFiling((item) => item.notices.some((notice) => notice.isRegenerated))
  const copy = again.notices.find((notice) => notice.isRegenerated) as Filing['notices'][number]
  expect(makeMessage(again, copy, key).raw.toString()).toContain('This is a re-generated NEF. Created on')
})

test('SPF, DKIM and DMARC pass for every court', async () => {
  for (const court of new Set(filings.map((filing) => filing.courtId))) {
    const notice = writeFirst(getFiling((filing) => filing.courtId === court))
    const { dkim, spf, dmarc } = await judge(notice.raw, notice.envelopeFrom)
    const verdicts = [dkim.results[0]?.status.result, resultOf(spf), resultOf(dmarc)]
    expect([court, ...verdicts]).toEqual([court, 'pass', 'pass', 'pass'])
  }
})

test('a changed notice from elsewhere fails all three', async () => {
  const notice = writeFirst(getFiling((filing) => filing.documents.length > 0))
  const changed = Buffer.from(notice.raw.toString().replace('Docket Text:', 'Docket text:'))
  const { dkim, spf, dmarc } = await judge(changed, notice.envelopeFrom, '203.0.113.9')
  expect(dkim.results[0]?.status.result).not.toBe('pass')
  expect(resultOf(spf)).toBe('fail')
  expect(resultOf(dmarc)).toBe('fail')
})

test('the same filing produces the same bytes with the same key', async () => {
  const filing = getFiling((item) => item.documents.length > 0)
  expect(writeFirst(filing).raw.equals(writeFirst(filing).raw)).toBe(true)
})
