import { readdirSync, readFileSync } from 'node:fs'
import type { Notice, NoticeCase } from '@courtcrier/contract/notice.ts'
import { describe, expect, test } from 'vitest'
import { normalizeDocketNumber } from '../../directory/docket-number.ts'
import { readFixture } from '../../read-fixture.ts'
import { parseNotice } from '../../registry.ts'
import { readBody } from '../../text/body.ts'
import { findAddresses } from '../../text/email-addresses.ts'

/**
 * The corpus's own expectations are another parser's output; what it drops (italics, recipients' names) isn't compared.
 */
interface PeerNotice {
  court_id: string
  dockets: { docket_number: string; federal_dn_office_code: string | null; docket_entries: [PeerEntry] }[]
}

interface PeerEntry {
  date_filed: string
  document_number: string | null
  document_url: string | null
  pacer_case_id: string
  pacer_magic_num: string | null
  short_description: string
}

/** The peer takes the court from the file's name, which is wrong here: the message is from the District of Columbia. */
const misnamed: Readonly<Record<string, string>> = { 'almd_3_plain.txt': 'dcd' }

describe.each(['nef/', 'nef/s3/'])('in %s', (folder) => {
  const directory = new URL(`../../corpus/${folder}`, import.meta.url)
  test.each(readdirSync(directory).filter((file) => /\.(?:txt|html)$/.test(file)))(
    '%s is read completely, as the peer reads it or better',
    async (file) => {
      const peer: PeerNotice | Record<string, never> = JSON.parse(
        readFileSync(new URL(file.replace(/\.\w+$/, '.json'), directory), 'utf8'),
      )
      const message = await readFixture(new URL(file, directory))
      const result = parseNotice(message)
      if ('unclear' in result) throw new Error(result.unclear)
      const { notice } = result
      expect(addressesOf(notice)).toEqual(addressesListed(readBody(message)))
      // The peer leaves these out on purpose; here they have their own kinds.
      if (!('dockets' in peer)) return expect(notice.kind).not.toBe('filing')
      expect(notice).toMatchObject({ kind: 'filing', courtId: { value: misnamed[file] ?? peer.court_id } })
      expect(notice.cases.map((one) => factsOf(one, notice))).toEqual(peer.dockets.map(peerFacts))
      const [first] = peer.dockets
      // The peer strips a closing dash that is part of the event's name ("Order -Non-motion related-").
      expect((notice.event?.value ?? '').replace(/-$/, '')).toBe(first?.docket_entries[0].short_description)
    },
  )
})

function factsOf(one: NoticeCase, notice: Notice): object {
  return {
    number: normalizeDocketNumber(one.docketNumber.value),
    courtCaseId: one.link?.courtCaseId ?? one.courtCaseId?.value,
    documentNumber: one.documentNumber?.value,
    url: one.link?.url,
    token: one.link?.token,
    filedDate: notice.filedDate?.value,
  }
}

function peerFacts({ docket_number, federal_dn_office_code, ...docket }: PeerNotice['dockets'][number]): object {
  const [entry] = docket.docket_entries
  const token = entry.pacer_magic_num
  // The peer stores the office separately if the court writes it after the serial: `22-00105-5-JNC`.
  const number = normalizeDocketNumber(docket_number)
  const isApart = federal_dn_office_code !== null && !number.includes(':')
  return {
    number: isApart ? `${federal_dn_office_code}:${number}` : number,
    courtCaseId: entry.pacer_case_id,
    documentNumber: entry.document_number ?? undefined,
    url: entry.document_url ?? undefined,
    token: token === null || token === '' || token === 'MAGIC' ? undefined : token,
    filedDate: entry.date_filed,
  }
}

function addressesOf({ recipients }: Notice): string[] {
  return [...new Set(recipients.flatMap(({ emails }) => emails))].sort()
}

/** Every address below the headings of the mailing lists, found without the parser. */
function addressesListed({ text, lines }: ReturnType<typeof readBody>): string[] {
  const words = lines.map(({ start, end }) => text.slice(start, end))
  const start = words.findIndex((line) => /Notice (?:will be|has been) electronically mailed to:/.test(line))
  if (start < 0) return []
  const end = words.findIndex((line, at) => at > start && /The following document\(s\) are associated/.test(line))
  const list = words.slice(start, end < 0 ? undefined : end)
  return [...new Set(list.flatMap(findAddresses).map(({ address }) => address))].sort()
}
