import type { Notice } from '@courtcrier/contract/notice.ts'
import { expect, test } from 'vitest'
import type { CourtStamp } from '../../courts/stamps/find-stamps.ts'
import { findStampContradiction, stampsOfNotice, whyRenumbered } from './stamp-contradiction.ts'

const found = <T>(value: T) => ({ value, from: 'derived' as const })

interface Said {
  court?: string
  numbers?: readonly string[]
  document?: string
  filed?: string
}

function notice({
  court = 'cand',
  numbers = ['1:24-cv-01243'],
  document = '56',
  filed = '2025-03-04',
}: Said = {}): Notice {
  return {
    kind: 'filing',
    format: 'by-hand',
    courtId: found(court),
    courtEvidence: [],
    cases: numbers.map((number) => ({ docketNumber: found(number), parts: {} })),
    documentNumber: found(document),
    filedDate: found(filed),
    isCaseClosed: false,
    isSealed: false,
    crossReferences: [],
    documents: [],
    recipients: [],
  }
}

function stamp(stamped: Partial<CourtStamp> = {}): CourtStamp {
  const box = { left: 0, top: 0, right: 0, bottom: 0 }
  return {
    ...{ form: 'district', court: 'district', docketNumber: '1:24-cv-01243-ABC', documentNumber: '56' },
    ...{ filedDate: '2025-03-04', foundOn: 1, box },
    ...stamped,
  }
}

const check = (said: Said, ...stamps: readonly CourtStamp[]) =>
  findStampContradiction(notice(said), [{ position: 0, stamps }])

test('a stamp that says the same is no contradiction, in whatever notation', () => {
  expect(check({}, stamp())).toBeUndefined()
  expect(check({ numbers: ['24-1243'] }, stamp())).toBeUndefined()
  expect(check({ numbers: ['1:24-cv-01243-XYZ-2'] }, stamp({ docketNumber: '1:24-cv-01243' }))).toBeUndefined()
  expect(
    check({ court: 'ca9', numbers: ['20-16276'] }, stamp({ court: 'appeals', docketNumber: '20-16276' })),
  ).toBeUndefined()
})

test('another case, number or day is one, with both in a sentence', () => {
  expect(check({}, stamp({ docketNumber: '1:24-cv-01234' }))).toBe(
    'The document is stamped 1:24-cv-01234, but the notice names 1:24-cv-01243.',
  )
  expect(check({}, stamp({ documentNumber: '65' }))).toBe(
    'The document is stamped as number 65, but the notice names 56.',
  )
  expect(check({}, stamp({ filedDate: '2025-02-04' }))).toBe(
    'The document is stamped as filed on 2025-02-04, but the notice names 2025-03-04.',
  )
})

test("NYSCEF's dates are compared with several days to spare, and other courts' marks not at all", () => {
  const inKings = { court: 'nysupctkings', numbers: ['500136/2025'], document: '12', filed: '2025-02-01' }
  const { docketNumber: _, ...plain } = stamp({ court: 'state', form: 'nyscef', documentNumber: '12' })
  expect(check(inKings, { ...plain, filedDate: '2025-03-04' })).toBe(
    'The document is stamped as filed on 2025-03-04, but the notice names 2025-02-01.',
  )
  expect(check(inKings, { ...plain, filedDate: '2025-02-08' })).toBeUndefined()
  expect(check(inKings, { ...plain, filedDate: '2025-03-04', receivedDate: '2025-02-01' })).toBeUndefined()
  expect(check(inKings, { ...plain, filedDate: '2025-03-04', receivedDate: '2025-03-03' })).toBeDefined()
  expect(check(inKings, { ...plain, form: 'texas', filedDate: '2025-03-04' })).toBeUndefined()
  const ninth = stamp({ court: 'appeals', form: 'appeals-docket-entry', docketNumber: '20-16276' })
  expect(check({ court: 'ca9', numbers: ['20-16276'], filed: '2025-02-01' }, ninth)).toBeUndefined()
})

test("another court's stamp on a record on appeal, whose number this court doesn't have, is none", () => {
  const onAppeal = { court: 'nyappdiv', numbers: ['2024-01234'], document: '3' }
  const ofTrial = stamp({ court: 'state', form: 'nyscef', docketNumber: '650001/2023', documentNumber: '77' })
  expect(check(onAppeal, { ...ofTrial, filedDate: '2023-01-04' })).toBeUndefined()
  const { docketNumber: _, ...ownStamp } = ofTrial
  expect(check(onAppeal, ownStamp)).toMatch(/number 77/)
})

test('the panel stamps the litigation or one of its cases, and its order in the court that gets them', () => {
  const litigation = { court: 'jpml', numbers: ['MDL No. 2741'] }
  const ofCase = stamp({ form: 'district-panel', docketNumber: 'CAN/3:16-cv-00525' })
  expect(check(litigation, ofCase)).toBeUndefined()
  expect(check({ court: 'jpml', numbers: ['MDL No. 2741', 'CAN/3:16-cv-00999'] }, ofCase)).toMatch(/stamped CAN/)
  const order = stamp({ form: 'district-panel', docketNumber: 'MDL No. 2741', documentNumber: '553' })
  expect(check({ numbers: ['3:16-md-02741'], document: '1' }, order)).toBeUndefined()
  expect(check({ court: 'jpml', numbers: ['MDL No. 2800'] }, order)).toMatch(/stamped MDL No. 2741/)
})

test.each([
  ['entered after midnight, in the time of the court or of Greenwich', '2025-03-05', '2025-03-04'],
  ['filed at 11:59 pm Eastern from farther west', '2025-03-04', '2025-03-05'],
  ['filed on the last day of the year', '2025-01-01', '2024-12-31'],
])('no contradiction: a document %s', (_, filed, stamped) => {
  expect(check({ filed }, stamp({ filedDate: stamped }))).toBeUndefined()
})

test('a spread filing is stamped with any of its cases', () => {
  expect(check({ numbers: ['1:24-cv-09999', '1:24-cv-01243'] }, stamp())).toBeUndefined()
})

test('a document that was filed before also has the older stamp', () => {
  const older = stamp({ documentNumber: '12', filedDate: '2024-01-02' })
  expect(check({}, older, stamp())).toBeUndefined()
  expect(check({}, older)).toMatch(/number 12/)
})

test.each([
  ['the day before, in another time zone', stamp({ filedDate: '2025-03-03' })],
  ["a court of appeals' ID in place of a number", stamp({ documentNumber: '00117684624' })],
  ['an attachment of the entry', stamp({ documentNumber: '56-3' })],
  ["another court's stamp, on what was first filed there", stamp({ court: 'appeals', docketNumber: '24-9999' })],
  ['a number that is none', stamp({ docketNumber: '1:24-c' })],
])('no contradiction: %s', (_, stamped) => {
  expect(check({}, stamped)).toBeUndefined()
})

test('an exhibit keeps the stamp of the case it was first filed in', () => {
  const exhibit = (stamped: CourtStamp) => findStampContradiction(notice(), [{ position: 2, stamps: [stamped] }])
  expect(exhibit(stamp({ docketNumber: '3:19-cv-00007', documentNumber: '1' }))).toBeUndefined()
  expect(exhibit(stamp({ docketNumber: '1:24-cv-01234', documentNumber: '56-2' }))).toBe(
    'Attachment 2 is stamped 1:24-cv-01234, but the notice names 1:24-cv-01243.',
  )
})

test('a stamp behind a page with text counts if it is of the filing, and proves nothing if it may be of an exhibit', () => {
  const behind = (stamped: Partial<CourtStamp>) => stamp({ foundOn: 2, page: 1, isBehindText: true, ...stamped })
  const [ofFiling, ofCase] = [behind({}), behind({ docketNumber: '3:19-cv-00007' })]
  const ofEntry = behind({ documentNumber: '12', filedDate: '2024-01-02' })
  expect(stampsOfNotice([ofFiling, ofCase, ofEntry], notice())).toEqual([ofFiling])
  for (const other of [ofCase, ofEntry]) expect(check({}, other)).toBeUndefined()
  const unnumbered = { court: 'ca1', numbers: ['20-1507'], document: '00117684624' }
  const onAppeal = behind({ court: 'appeals', docketNumber: '20-1507', documentNumber: '00117684624' })
  expect(stampsOfNotice([onAppeal], notice(unnumbered))).toEqual([])
  expect(stampsOfNotice([{ ...onAppeal, page: 2 }], notice(unnumbered))).toHaveLength(1)
})

test('another division digit is the same case if entry, day and judge agree, because divisions number independently', () => {
  const moved = { docketNumber: '2:24-cv-01243' }
  expect(check({}, stamp(moved))).toBeUndefined()
  expect(check({ numbers: ['1:24-cv-01243-ABC'] }, stamp({ docketNumber: '2:24-cv-01243-ABC-XYZ' }))).toBeUndefined()
  const { filedDate: _, ...undated } = stamp(moved)
  for (const [said, other] of [
    [{}, stamp({ ...moved, documentNumber: '57' })],
    [{}, stamp({ ...moved, filedDate: '2025-02-04' })],
    [{}, undated],
    [{ numbers: ['1:24-cv-01243-ABC'] }, stamp({ docketNumber: '2:24-cv-01243-DEF' })],
    [{}, stamp({ docketNumber: '2:24-cr-01243' })],
    [{}, stamp({ docketNumber: '2:23-cv-01243' })],
    [{ court: 'nyeb', numbers: ['1-24-41243'] }, stamp({ court: 'bankruptcy', docketNumber: '8-24-41243' })],
  ] as const)
    expect(check(said, other)).toMatch(/is stamped [28][:-]/)
})

test("a magistrate judge's case is the criminal one if entry, day and a judge agree, and the evidence is said", () => {
  const said = { numbers: ['1:24-mj-00123-ABC'] }
  const criminal = stamp({ docketNumber: '1:24-cr-00456-XYZ-ABC' })
  expect(check(said, criminal)).toBeUndefined()
  expect(whyRenumbered(notice(said), [{ position: 0, stamps: [criminal] }])).toBe(
    'The document is stamped 1:24-cr-00456-XYZ-ABC, the criminal number of 1:24-mj-00123-ABC: same court, entry 56 of 2025-03-04, and both name judge ABC.',
  )
  expect(whyRenumbered(notice({}), [{ position: 0, stamps: [stamp()] }])).toBeUndefined()
  for (const [numbers, other] of [
    [['1:24-mj-00123-DEF'], criminal],
    [['1:24-mj-00123'], criminal],
    [['2:24-mj-00123-ABC'], criminal],
    [['1:25-mj-00123-ABC'], criminal],
    [['1:24-mj-00123-ABC-1'], stamp({ docketNumber: '1:24-cr-00456-ABC-2' })],
    [['1:24-cv-00123-ABC'], criminal],
    [['1:24-mj-00123-ABC'], stamp({ docketNumber: '1:24-cv-00456-ABC' })],
    [['1:24-mj-00123-ABC'], { ...criminal, documentNumber: '57' }],
    [['1:24-mj-00123-ABC'], { ...criminal, filedDate: '2025-02-04' }],
  ] as const) {
    expect(check({ numbers }, other), numbers[0]).toMatch(/is stamped 1:24-c/)
    expect(whyRenumbered(notice({ numbers }), [{ position: 0, stamps: [other] }])).toBeUndefined()
  }
})

test('so it is if the docket text names the criminal number, and without either it proves nothing', () => {
  const plain = notice({ numbers: ['1:24-mj-00123'] })
  const documents = [{ position: 0, stamps: [stamp({ docketNumber: '1:24-cr-00456' })] }]
  const withText = (text: string): Notice => ({ ...plain, docketText: found(text) })
  const naming = withText('Case reassigned to 1:24-cr-00456 upon return of the indictment.')
  expect(findStampContradiction(naming, documents)).toBeUndefined()
  expect(whyRenumbered(naming, documents)).toMatch(/, and the docket text names 1:24-cr-00456\.$/)
  for (const other of [plain, withText('Related to 1:24-cr-00999.')])
    expect(findStampContradiction(other, documents)).toBe(
      'The document is stamped 1:24-cr-00456, but the notice names 1:24-mj-00123.',
    )
})
