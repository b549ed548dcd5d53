import type { Notice } from '@courtcrier/contract/notice.ts'
import { expect, test } from 'vitest'
import { filingKey } from './filing-key.ts'

const found = <T>(value: T) => ({ value, from: 'body' as const })

/** A notice from a court of appeals that gives neither a number nor a time. */
function appeal(stamp: string, token: string): Notice {
  const link = {
    url: `https://ecf.ca3.uscourts.gov/docs1/003014193380?uid=${token}`,
    host: 'ecf.ca3.uscourts.gov',
    courtDocumentId: '003014193380',
    token,
  }
  return {
    kind: 'filing',
    format: 'cmecf-nda',
    courtId: found('ca3'),
    courtEvidence: [],
    cases: [{ docketNumber: found('21-1832'), parts: {}, link }],
    docketText: found('Motion filed by Appellee for extension of time to file brief.'),
    filedDate: found('2026-11-20'),
    isCaseClosed: false,
    isSealed: false,
    crossReferences: [],
    documents: [{ index: 0, description: found('Motion'), stamp }],
    recipients: [],
  }
}

test('two filings on one day with the same text, and no number or time, have different keys', () => {
  expect(filingKey(appeal('82ea32c6', 'a'))).not.toBe(filingKey(appeal('5f8402f0', 'a')))
})

test('a filing has the same key for every recipient', () => {
  expect(filingKey(appeal('82ea32c6', 'a'))).toBe(filingKey(appeal('82ea32c6', 'b')))
})

test('a number or a time distinguishes filings without the stamp', () => {
  const timed = (stamp: string) => ({ ...appeal(stamp, 'a'), enteredAt: found({ local: '2026-11-20T10:21:24' }) })
  expect(filingKey(timed('82ea32c6'))).toBe(filingKey(timed('5f8402f0')))
  const numbered = (stamp: string) => ({ ...appeal(stamp, 'a'), documentNumber: found('63') })
  expect(filingKey(numbered('82ea32c6'))).toBe(filingKey(numbered('5f8402f0')))
})
