import { expect, test } from 'vitest'
import { noticeOf } from '../preferences/notice-bench.fixture.ts'
import { describeParties } from './named-parties.ts'

/** The description of the case with this name, whose notice serves counsel of these parties. */
function described(name: string | undefined, parties: readonly string[] = [], filer?: string): string | null {
  const recipients = parties.map((onBehalfOf) => {
    return { name: 'Ben', emails: ['ben@firm.example'], isServedElectronically: true, onBehalfOf }
  })
  const filed = filer === undefined ? {} : { filer: { value: filer, from: 'body' as const } }
  return describeParties(
    noticeOf({ court: 'cand', number: '3:26-cv-1', ...(name && { name }), notice: { recipients, ...filed } }, 1),
  )
}

test.each<[string, string]>([
  ['Calder v. Northgate Freight, Inc.', 'Calder; Northgate Freight, Inc.'],
  ['Calder et al v. Northgate, et al.', 'Calder; Northgate.'],
  ['In re: Harbor Lines, Inc.', 'Harbor Lines, Inc.'],
  ['Sealed v. Northgate', 'Northgate.'],
])('the parties in the name %s are %s, in no role that it doesn’t give', (name, parties) => {
  expect(described(name)).toBe(`Parties named in the first notice: ${parties}`)
})

test('a party that the notice names in its role is named so, and once', () => {
  expect(described('Calder v. Northgate', ['Plaintiff Calder', 'Interested Party Quill Bank'], 'Roe Builders')).toBe(
    'Parties named in the first notice: Northgate; Roe Builders; Plaintiff Calder; Interested Party Quill Bank.',
  )
})

test('there is no description where no one is named', () => {
  expect(described(undefined)).toBeNull()
  expect(described('Sealed v. Sealed')).toBeNull()
})
