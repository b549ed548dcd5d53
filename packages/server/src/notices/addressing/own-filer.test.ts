import type { Notice, NoticeRecipient } from '@courtcrier/contract/notice.ts'
import { expect, test } from 'vitest'
import { describeOwnFiler, type FilerCandidate, findOwnFiler, readFilerClues } from './own-filer.ts'

const ada: FilerCandidate = {
  id: 'ada',
  fullName: 'Ada Quill',
  emails: ['aquill@halelaw.example'],
  barNumber: 'CA 0198765',
  isOnCase: true,
}
const offCase = { ...ada, isOnCase: false }

const served = (name: string, ...emails: string[]): NoticeRecipient => ({ name, emails, isServedElectronically: true })

/** Returns what shows that the firm filed, in one word and its evidence; undefined if nothing does. */
function shownBy(filer: string | undefined, recipients: readonly NoticeRecipient[] = [], candidate = ada) {
  const filingUser = filer === undefined ? {} : { filingUser: { value: filer, from: 'body' } }
  const clues = readFilerClues({ ...filingUser, recipients } as unknown as Notice)
  const ownAddresses = recipients.flatMap(({ emails }) => emails).filter((email) => email.endsWith('@halelaw.example'))
  const found = clues && findOwnFiler(clues, { candidates: [candidate], ownAddresses, firmName: 'Hale & Osei LLP' })
  return found && [found.by, found.evidence].filter(Boolean).join(': ')
}

test.each<[string, string, NoticeRecipient[], FilerCandidate, string]>([
  [
    'the notice serves the filer at the address of a timekeeper',
    'Quill, Ada',
    [served('Ada M. Quill', 'aquill@halelaw.example', 'docket@elsewhere.example')],
    offCase,
    'address: aquill@halelaw.example',
  ],
  [
    'the notice serves the filer in a domain of the firm',
    'Ada Quill',
    [served('ADA QUILL', 'ecf@halelaw.example')],
    offCase,
    'address: ecf@halelaw.example',
  ],
  [
    'the address of a timekeeper stands with the name',
    'Pat Clerk (AQuill@HaleLaw.example)',
    [],
    offCase,
    'address: aquill@halelaw.example',
  ],
  ['the bar number stands with the name', 'Ada Quill, CA Bar No. 198765', [], offCase, 'bar number: CA 0198765'],
  ['the name is that of a timekeeper on the case', 'Quill, Ada', [], ada, 'name'],
  ['the firm stands with the name', 'Ada Quill, Hale & Osei', [], ada, 'name'],
])('a filing is the firm’s if %s', (_, filer, recipients, candidate, expected) => {
  expect(shownBy(filer, recipients, candidate)).toBe(expected)
})

test.each<[string, string | undefined, NoticeRecipient[], FilerCandidate]>([
  ['nobody is named', undefined, [], ada],
  ["only a clerk's initials are there", 'aq', [], ada],
  ['another name is there', 'Quill, Adam', [], ada],
  ['a namesake is served at another firm', 'Quill, Ada', [served('Ada Quill', 'ada@opponent.example')], ada],
  [
    'of two people of the name one is at another firm',
    'Quill, Ada',
    [served('Ada Quill', 'aquill@halelaw.example'), served('Ada Quill', 'ada@opponent.example')],
    ada,
  ],
  ['an address elsewhere stands with the name', 'Ada Quill <ada@opponent.example>', [], ada],
  ['another firm stands with the name', 'Ada Quill, Opponent & Sons', [], ada],
  ['another bar number stands with the name', 'Ada Quill, Bar No. 555555', [], ada],
  ['only the name fits, of someone not on the case', 'Quill, Ada', [], offCase],
  ['the bar number fits and the name does not', 'Adam Quill, Bar No. 198765', [], ada],
  ['the timekeeper is only served', 'Opponent, Opal', [served('Ada Quill', 'aquill@halelaw.example')], ada],
])('a filing is not the firm’s if %s', (_, filer, recipients, candidate) => {
  expect(shownBy(filer, recipients, candidate)).toBeUndefined()
})

test('the sentence says who filed and what shows it', () => {
  const filer = { timekeeperId: 'ada', name: 'Ada Quill' }
  expect([
    describeOwnFiler({ ...filer, by: 'address', evidence: 'a@b.example' }),
    describeOwnFiler({ ...filer, by: 'bar number', evidence: 'CA 1' }),
    describeOwnFiler({ ...filer, by: 'name' }),
  ]).toEqual([
    'The firm filed it: Ada Quill is the filer, by the address a@b.example.',
    'The firm filed it: Ada Quill is the filer, by the bar number CA 1.',
    'The firm filed it: Ada Quill is the filer, by name, and is assigned to the case.',
  ])
})
