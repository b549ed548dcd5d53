import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readFixture } from '../../read-fixture.ts'
import { parseNotice } from '../../registry.ts'
import { readBody } from '../../text/body.ts'

const folder = new URL('../../corpus/scotus/', import.meta.url)

interface Peer {
  email_type: string
  followup_url: string
  data: { case_name: string; docket_number: string; entry_description: string }
}

test.each(readdirSync(folder).filter((file) => file.endsWith('.eml')))(
  '%s is read as the peer reads it',
  async (file) => {
    const message = await readFixture(new URL(file, folder))
    const peer: Peer = JSON.parse(readFileSync(new URL(file.replace(/\.eml$/, '.json'), folder), 'utf8'))
    const result = parseNotice(message)
    if ('unclear' in result) throw new Error(result.unclear)
    const { notice } = result
    expect({
      kind: notice.kind,
      court: notice.courtId.value,
      name: plainName(notice.cases[0]?.name?.value ?? ''),
      number: notice.cases[0]?.docketNumber.value,
      text: plainDashes(notice.docketText?.value ?? ''),
      documents: notice.documents,
    }).toEqual({
      kind: 'filing',
      court: 'scotus',
      name: plainName(peer.data.case_name),
      number: peer.data.docket_number,
      text: peer.data.entry_description,
      documents: [],
    })
    expect(peer.email_type).toBe('docket_entry')
    // The docket's address isn't a document, so it stays a link of the body.
    expect(readBody(message).links.map((link) => link.href)).toContain(peer.followup_url)
  },
)

/** The peer omits the parties' roles and "et al"; ours are the court's words. */
function plainName(name: string): string {
  return name
    .replace(/, (?:et al\.?|petitioners?)(?=,| v\.|$)/gi, '')
    .replace(/, (?:et al\.?|petitioners?)(?=,| v\.|$)/gi, '')
}

/** The peer replaces dashes with hyphens. */
function plainDashes(text: string): string {
  return text.replaceAll('\u2013', '-')
}
