import { readdirSync, readFileSync } from 'node:fs'
import type { Notice } from '@courtcrier/contract/notice.ts'
import { expect, test } from 'vitest'
import { readFixture } from './read-fixture.ts'
import { parseNotice } from './registry.ts'
import { squeeze } from './text/found.ts'

const folder = new URL('corpus/nda/', import.meta.url)

interface PeerEntry {
  date_filed: string | null
  description: string
  document_number: string | null
  document_url: string | null
  pacer_case_id: string | null
  pacer_doc_id: string | null
  pacer_magic_num: string | null
  short_description: string
}

interface PeerNotice {
  court_id: string
  acms: boolean
  dockets: readonly { case_name: string; docket_number: string; docket_entries: readonly PeerEntry[] }[]
  email_recipients: readonly { name: string; email_addresses: readonly string[] }[]
}

/** The peer's text where it isn't the court's own: it removes asterisks from the docket text. */
const peersOwnText: Readonly<Record<string, readonly [from: string, to: string]>> = {
  'cafc_1.txt': ['TEXT ONLY', '**TEXT ONLY**'],
}

/** Messages with people whom the peer doesn't find, or finds without their names, and why. */
const missedByPeer: Readonly<Record<string, string>> = {
  'ca3_1.txt': 'names without addresses',
  'ca11_1.txt': 'names without addresses',
  'ca4_1.txt': 'names within anchors',
  'ca9_7.txt': 'the semicolons of ACMS',
}

const files = readdirSync(folder).filter((file) => file.endsWith('.txt'))

test.each(files)('%s is read as the peer reads it', async (file) => {
  const notice = await read(file)
  const peer = peerOf(file)
  const docket = peer.dockets[0]
  const entry = docket?.docket_entries[0]
  const [shown, written] = peersOwnText[file] ?? ['', '']
  expect({
    format: notice.format,
    court: notice.courtId.value,
    cases: notice.cases.length,
    name: withoutOthers(notice.cases[0]?.name?.value ?? ''),
    number: notice.cases[0]?.docketNumber.value,
    caseId: notice.cases[0]?.courtCaseId?.value ?? null,
    filed: notice.filedDate?.value ?? null,
    text: squeeze(notice.docketText?.value ?? ''),
    event: notice.event?.value,
    documentNumber: notice.documentNumber?.value ?? null,
    url: notice.documents[0]?.link?.url ?? null,
    documentId: notice.documents[0]?.link?.courtDocumentId ?? null,
    token: notice.documents[0]?.link?.token ?? null,
  }).toEqual({
    format: peer.acms ? 'acms-nda' : 'cmecf-nda',
    court: peer.court_id,
    cases: peer.dockets.length,
    name: withoutOthers(docket?.case_name ?? ''),
    number: docket?.docket_number,
    caseId: entry?.pacer_case_id,
    filed: entry?.date_filed,
    text: squeeze(entry?.description ?? '').replace(shown, written),
    event: entry?.short_description,
    documentNumber: entry?.document_number,
    url: entry?.document_url,
    documentId: entry?.pacer_doc_id,
    token: entry?.pacer_magic_num,
  })
})

test.each(files)('%s lists everyone the peer finds in it, by name and without the role', async (file) => {
  const recipients = (await read(file)).recipients.filter((one) => one.isServedElectronically)
  const found = recipients.map(({ name, emails }) => ({ name, emails }))
  const peer = peerOf(file).email_recipients.map(({ name, email_addresses }) => ({
    name: name.replace(/(?:, (?:-|Deputy Clerk|Case Manager|Counsel))?:?$/, ''),
    // The peer repeats an address that the court listed twice.
    emails: [...new Set(email_addresses)],
  }))
  if (!missedByPeer[file]) return expect(found).toEqual(peer)
  expect(found.every((one) => one.name !== '')).toBe(true)
  expect(found.flatMap((one) => one.emails)).toEqual(expect.arrayContaining(peer.flatMap((one) => one.emails)))
  expect(found).not.toEqual(peer)
})

test('a notice with two links has two documents, of which the peer keeps one', async () => {
  const { documents } = await read('ca9_11.txt')
  expect(documents.map((document) => document.link?.token)).toEqual([
    'cc095098-2779-f011-b4cb-001dd8020d3e',
    '0b0a5098-2779-f011-b4cb-001dd8020d3e',
  ])
})

async function read(file: string): Promise<Notice> {
  const result = parseNotice(await readFixture(new URL(file, folder)))
  if ('unclear' in result) throw new Error(`${file}: ${result.unclear}`)
  return result.notice
}

function peerOf(file: string): PeerNotice {
  return JSON.parse(readFileSync(new URL(file.replace(/\.txt$/, '.json'), folder), 'utf8'))
}

/** The peer drops "et al" from names; ours are the court's. */
function withoutOthers(name: string): string {
  return squeeze(name.replace(/,? et al\.?/gi, ''))
}
