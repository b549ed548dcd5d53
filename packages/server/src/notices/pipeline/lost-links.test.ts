import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decodeMessage } from '../../courts/message/mime.ts'
import { parseNotice } from '../../courts/registry.ts'
import {
  html,
  type LocalCourt,
  openWorkbench,
  startCourt,
  type Workbench,
} from '../../retrieval/local-court.fixture.ts'
import type { StageDeps, Work } from './stage.ts'
import { retrieveStage } from './stages/retrieve.ts'

let court: LocalCourt
let bench: Workbench
beforeAll(async () => {
  court = await startCourt(() => html('oops'))
  bench = await openWorkbench(court.gateway)
})
afterAll(async () => {
  await court.close()
  await bench.remove()
})

const fixture = (name: string) =>
  readFileSync(new URL(`../../courts/formats/cmecf-nef/fixtures/${name}.txt`, import.meta.url), 'utf8')
const listed = fixture('ared-case-closed')
/** As courts write it that list no documents below. */
const bare = listed.slice(0, listed.search(/The following document\(s\) are associated/))
const plain = fixture('dcd-plain-text')

const url = (raw: string) => /https:\/\/ecf\.\w+\.uscourts\.gov\/doc1\/[^\s"]+/.exec(raw)?.[0] ?? ''
const anchor = (raw: string) => /<a href="[^"]+"\s*>70<\/a>/.exec(raw)?.[0] ?? ''
const broken = (raw: string) => url(raw).replace('https', 'hxxps').replaceAll('.', '[.]')
const mimecast = 'https://protect-us.mimecast.com/s/AbC?domain=ecf.ared.uscourts.gov'

async function retrieve(written: string) {
  const raw = Buffer.from(written)
  const decoded = await decodeMessage(raw)
  if ('problem' in decoded) throw new Error(decoded.problem)
  const parsed = parseNotice(decoded.message)
  if ('unclear' in parsed) throw new Error(parsed.unclear)
  const work = {
    ...{ firmId: 1, envelopeId: 'envelope', attempts: 0, receivedAt: new Date().toISOString(), origin: {} },
    firm: {},
    results: { authenticate: {}, parse: { notice: parsed.notice } },
    raw: async () => raw,
  }
  const known = { settled: new Set(), awaited: new Set(), spare: [] }
  const deps = { read: async () => known, formats: async () => [], retrieval: bench.deps }
  const outcome = await retrieveStage.run(work as unknown as Work, deps as unknown as StageDeps)
  if (outcome.kind !== 'done') throw new Error(outcome.sentence)
  return outcome
}

const unusable = /The addresses of ecf\.\w+\.uscourts\.gov in this notice were made unusable on the way/
const unknown = 'https://us02.l.gateway.example/l/h7-Zq1'
const elsewhere = /The link of this document leads to us02\.l\.gateway\.example instead of the court/
const replaced = /Mimecast replaced the court's link/

/** The notice as Outlook sends it on in its own format, with the words in front and all files within. */
function inOutlooksFormat(raw: string): string {
  const end = raw.indexOf('\n\n')
  const head = raw.slice(0, end)
  const own = /^content-(?:type|transfer-encoding):/i
  const fields = head.split(/\n(?![ \t])/)
  const tnef =
    'Content-Type: application/ms-tnef; name="winmail.dat"\nContent-Transfer-Encoding: base64\n\neJ8+IgECAw=='
  const about = fields.filter((line) => own.test(line)).join('\n')
  return `${fields.filter((line) => !own.test(line)).join('\n')}\nContent-Type: multipart/mixed; boundary=tnef\n\n--tnef\n${about}${raw.slice(end)}\n--tnef\n${tnef}\n--tnef--\n`
}

/** The same attached to a colleague's message. */
function attached(raw: string): string {
  const part = `Content-Type: message/rfc822\n\n${raw}`
  return `From: jane@firm.example\nSubject: FW\nContent-Type: multipart/mixed; boundary=fw\n\n--fw\nContent-Type: text/plain\n\nPlease docket.\n--fw\n${part}\n--fw--\n`
}

const withinOutlooks = /This message was sent in Outlook's own format \(winmail\.dat\)/

test.each([
  ['an address with "hxxps" and "[.]" in a link', listed.replace(url(listed), broken(listed)), unusable],
  ['the same, of a notice that lists no document', bare.replace(url(bare), broken(bare)), unusable],
  ['such an address behind the number', bare.replace(anchor(bare), `70 (${broken(bare)})`), unusable],
  ['an address with "(dot)"', bare.replace(anchor(bare), `70 ${url(bare).replaceAll('.', '(dot)')}`), unusable],
  ['such an address in plain text', plain.replaceAll('https://', 'hxxps://'), unusable],
  ['a link of Mimecast', listed.replace(url(listed), mimecast), replaced],
  ['the same, of a notice that lists no document', bare.replace(url(bare), mimecast), replaced],
  ['a link of a gateway that isn’t known', listed.replace(url(listed), unknown), elsewhere],
  ['the same, of a notice that lists no document', bare.replace(url(bare), unknown), elsewhere],
  ['the same in plain text', plain.replace(url(plain), unknown), elsewhere],
  ['Outlook’s own format', inOutlooksFormat(bare.replace(anchor(bare), '70')), withinOutlooks],
  ['Outlook’s own format, attached', attached(inOutlooksFormat(bare.replace(anchor(bare), '70'))), withinOutlooks],
  ['a link of Mimecast in plain text', plain.replace(url(plain), mimecast.replace('ared', 'dcd')), replaced],
])('a document is missing if its link was lost on the way, by %s, and people see why', async (_what, raw, why) => {
  const { sentence, result } = await retrieve(raw)
  expect(court.requests).toEqual([])
  expect(result.documents[0]).toMatchObject({
    position: 0,
    verdict: 'unavailable',
    sentence: expect.stringMatching(why),
  })
  expect(result.gap).toMatch(why)
  expect(sentence).toMatch(why)
})

test.each([
  ['has no document', bare.replace(anchor(bare), '(No document attached)')],
  ['has none in Outlook’s own format', inOutlooksFormat(bare.replace(anchor(bare), '(No document attached)'))],
  [
    'has a link of a gateway on the number of the case',
    bare.replace(anchor(bare), '').replace(/https:\S+113274/, mimecast),
  ],
  ['has another link on the number of the case', bare.replace(anchor(bare), '').replace(/https:\S+113274/, unknown)],
  [
    'has a link on a number below it',
    `${bare.replace(anchor(bare), '')}<p>CONFIDENTIALITY</p><a href="${unknown}">7</a>`,
  ],
  ['has such an address above it', bare.replace(anchor(bare), '').replace('<p>', `<p>see ${broken(bare)}</p><p>`)],
])('no document is missing of an entry that %s', async (_what, raw) => {
  const { sentence, result } = await retrieve(raw)
  expect(result).toMatchObject({ documents: [], gap: '' })
  expect(sentence).toBe('The court lists no document for this entry.')
})
