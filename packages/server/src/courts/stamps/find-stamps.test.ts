import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { longTest } from '../../testing/in-long-run.ts'
import { leastThreadTimeOf } from '../../testing/thread-time.ts'
import { findStamps, stampForms } from './find-stamps.ts'
import { type Placed, pageOf } from './page.fixture.ts'
import { stampFacts } from './stamp-facts.fixture.ts'
import type { StampForm } from './stamp-form.ts'

test.each(stampForms.map(({ name }) => name))('reads the form %s', (name) => {
  const form = getForm(name)
  const [stamp, ...others] = findStamps(pageOf(placed(form.sample, form)))
  expect(others).toEqual([])
  const date = stamp?.filedDate ?? stamp?.enteredDate
  expect([stamp?.form, stamp?.docketNumber, stamp?.documentNumber, date, stamp?.page, stamp?.pages]).toEqual([
    name,
    ...(stampFacts[name] ?? []),
  ])
  expect(stamp?.court).toBe(form.court)
})

test.each([
  ['Case 4:20-cv-05640-YGR   Document 118-1  Filed 11/20/26   Page 1 of 27 Page ID #:1234', '118-1'],
  ['Case 2:22-cv-00125-TOR ECF No. 7 filed 03/04/22 PageID.123 Page 1 of 9', '7'],
  ['Case 2:22-cv-00123-DBB Document 12 Filed 03/04/22 PageID.123 Page 1 of 9', '12'],
  ['Case: 1:22-cv-01234 Document #: 12 Filed: 03/04/22 Page 1 of 9 PageID #:123', '12'],
  ['Case: 4:22-cv-00123-SEP Doc. #: 12 Filed: 03/04/22 Page: 1 of 9 PageID #: 123', '12'],
  ['Case: 5:22-cv-00123-KKC Doc #: 12 Filed: 03/04/22 Page: 1 of 9 - Page ID#: 123', '12'],
  ['6:22-cv-00123-RAW Document 12 Filed in ED/OK on 03/04/22 Page 1 of 9', '12'],
  ['Case 2:23-bk-10001-BB Doc 12 Filed 05/01/24 Entered 05/01/24 16:32:10 Desc Main Document Page 1 of 9', '12'],
  ['Case: 23-30001 Doc# 12 Filed: 05/01/24 Entered: 05/01/24 16:32:10 Page 1 of 9', '12'],
  ['Case 1-23-42603-ess Doc 12 Filed 05/01/24 Entered 05/01/24 16:32:10', '12'],
  ['Case 23-10001-KBO Doc 12-3 Filed 05/01/24 Page 1 of 9', '12-3'],
  ['USCA4 Appeal: 22-1234 Doc: 12 Filed: 03/04/2022 Pg: 1 of 9', '12'],
  ['Case: 22-15815, 10/19/2022, ID: 12567890, DktEntry: 24-1, Page 1 of 9', '24-1'],
  ['Case: 24-1234, 03/04/2025, DktEntry: 12.1, Page 1 of 9', '12.1'],
  ['Case: 21-1975 Document: 45 Page: 1 Date Filed: 03/04/2022', '45'],
  ['Case: 24-1234 Document: 12 Page: 1 Filed: 05/01/2024', '12'],
  ['Case 22-1234, Document 45, 03/04/2022, 3271234, Page1 of 9', '45'],
  ['Case: 17-2400 Document: 3 Filed: 07/13/2017 Pages: 1', '3'],
  ['Case 1:24-cr-00123-RAJ Document 5 *SEALED* Filed 03/19/24 Page 1 of 13 PageID# 7', '5'],
  ['Case CAC/2:24-cv-01234 Document 3 Filed 03/04/25 Page 1 of 3', '3'],
  ['Case 23-00123-JJG-7A Doc 12 Filed 05/01/24 EOD 05/01/24 16:32:10 Pg 1 of 3', '12'],
])("courts' variants: %s", (text, documentNumber) => {
  expect(findStamps(pageOf([{ text, y: 20 }]))).toMatchObject([{ documentNumber }])
})

test.each([
  'APPELLATE DIVISION - 1ST DEPT',
  'NEW YORK CIVIL COURT - L&T',
  'COURT OF CLAIMS',
  'NYS COURT OF CLAIMS',
  "WESTCHESTER COUNTY SURROGATE'S COURT",
  'ST. LAWRENCE COUNTY CLERK',
])('NYSCEF stamps the court as it names it: %s', (court) => {
  const texts = [`FILED: ${court} 05/01/2024 11:02 AM`, 'NYSCEF DOC. NO. 7', 'RECEIVED NYSCEF: 04/29/2024']
  const page = pageOf(texts.map((text, at) => ({ text, y: 15 + at * 14 })))
  expect(findStamps(page)).toMatchObject([
    { form: 'nyscef', documentNumber: '7', filedDate: '2024-05-01', receivedDate: '2024-04-29' },
  ])
})

test("a line as NYSCEF's without its document number is none", () => {
  const texts = ['FILED: APPELLATE DIVISION - 1ST DEPT 05/01/2024 11:02 AM', 'RECEIVED NYSCEF: 05/01/2024']
  expect(findStamps(pageOf(texts.map((text, at) => ({ text, y: 15 + at * 14 }))))).toEqual([])
})

describe('a stamp counts only where courts print it', () => {
  const stamp = 'Case 1:24-cv-01234-ABC Document 56-1 Filed 03/04/25 Page 2 of 17'

  test.each([
    ['head', 20],
    ['foot', 780],
  ])('at the %s of the page', (_, y) => {
    expect(findStamps(pageOf([{ text: stamp, y }]))).toMatchObject([{ docketNumber: '1:24-cv-01234-ABC', foundOn: 1 }])
  })

  test.each([80, 100, 400, 700])('not in the text, where a brief quotes one (%i points from the top)', (y) => {
    expect(findStamps(pageOf([{ text: stamp, y }]))).toEqual([])
  })

  test('not at the start of a sentence in the margin', () => {
    const text = `${stamp} was the stamp on the exhibit that the defendants now call incomplete and that they never returned`
    expect(findStamps(pageOf([{ text, y: 20 }]))).toEqual([])
  })

  test('not in a running head that only names the case', () => {
    expect(findStamps(pageOf([{ text: 'Case 1:24-cv-01234-ABC Motion to dismiss', y: 20 }]))).toEqual([])
  })

  test('along the side of a page that is displayed turned', () => {
    const [found] = findStamps(pageOf([{ text: stamp, x: 20, y: 100, turn: 90 }]))
    expect(found?.docketNumber).toBe('1:24-cv-01234-ABC')
    expect(found?.box).toMatchObject({ top: 100 })
  })

  test("a clerk's mark on a later page, or in a sentence, is none", () => {
    const mark = 'FILED 5/1/2024 4:32 PM FELICIA PITRE DISTRICT CLERK DALLAS CO., TEXAS'
    expect(findStamps(pageOf([{ text: mark, y: 120 }]))).toHaveLength(1)
    expect(findStamps({ ...pageOf([{ text: mark, y: 120 }]), number: 2 })).toEqual([])
    expect(findStamps(pageOf([{ text: `It was ${mark}`, y: 120 }]))).toEqual([])
    expect(findStamps(pageOf([{ text: mark, y: 300 }]))).toEqual([])
  })
})

test.each([
  ['9/6/2017 5:39 PM|Chris Daniel - District Clerk Harris County|Envelope No. 12345678|By: Jane Roe', undefined],
  ['3/4/2025 4:45 PM|Velva L. Price|District Clerk|Travis County|D-1-GN-25-001234', 'D-1-GN-25-001234'],
])("a Texas district clerk's mark that begins with the date: %s", (mark, docketNumber) => {
  const lines = mark.split('|').map((text, at) => ({ text, x: 400, y: 30 + at * 11 }))
  const [stamp, ...others] = findStamps(pageOf(lines))
  expect(others).toEqual([])
  expect(stamp).toMatchObject({ form: 'texas-clerk', court: 'state' })
  expect(stamp?.docketNumber).toBe(docketNumber)
})

test.each([
  '5/1/2024 4:32 PM From: Roe Law To: District Clerk Harris County',
  '5/1/2024 4:32 PM hearing before the clerk of the 190th District Clerk Harris County',
  'May 1, 2024 Marilyn Burgess District Clerk Harris County 201 Caroline Street',
])('a date above a letter or fax to a district clerk is no mark: %s', (text) => {
  expect(findStamps(pageOf([{ text, y: 100 }]))).toEqual([])
})

test('a document that was filed twice has both stamps, the newer last', () => {
  const pieces = (x: number, texts: readonly string[]) =>
    texts.map((text, at): Placed => ({ text, x: x + at * 115, y: 20 }))
  const page = pageOf([
    ...pieces(100, ['Case 4:08-cv-02214-SBA', 'Document 26', 'Filed 01/29/2009']),
    ...pieces(118, ['Case 4:08-cv-02214-SBA', 'Document 27', 'Filed 02/03/09']),
  ])
  expect(findStamps(page).map(({ documentNumber }) => documentNumber)).toEqual(['26', '27'])
})

test('of two marks of NYSCEF on a page, each has its own index number, document and date', () => {
  const mark = (place: string, index: string, [number, day]: readonly [string, string], y: number): Placed[] => [
    { text: `FILED: ${place} ${day} 11:59 PM`, y },
    { text: index, x: 430, y },
    { text: `NYSCEF DOC. NO. ${number}`, y: y + 12 },
    { text: `RECEIVED NYSCEF: ${day}`, x: 430, y: y + 12 },
  ]
  const older = mark('NEW YORK COUNTY CLERK', 'INDEX NO. 650001/2023', ['77', '01/04/2023'], 14)
  const newer = mark('KINGS COUNTY CLERK', 'INDEX NO. 500136/2025', ['12', '03/04/2025'], 38)
  const appeal = mark('APPELLATE DIVISION - 1ST DEPT', '2025-01234', ['3', '03/04/2025'], 38)
  const read = (marks: readonly Placed[]) =>
    findStamps(pageOf(marks)).map(({ docketNumber, documentNumber, filedDate, box }) => [
      ...[docketNumber, documentNumber, filedDate],
      box.bottom < 32 ? 'above' : 'below',
    ])
  const first = ['650001/2023', '77', '2023-01-04', 'above']
  expect(read([...older, ...newer])).toEqual([first, ['500136/2025', '12', '2025-03-04', 'below']])
  expect(read([...older, ...appeal])).toEqual([first, [undefined, '3', '2025-03-04', 'below']])
})

test('the pieces of a stamp may be drawn in any order', () => {
  const pieces = ['Case 4:08-cv-02214-SBA', 'Document 26', 'Filed 01/29/2009'].map((text, at) => ({
    text,
    x: 100 + at * 130,
    y: 20,
  }))
  expect(findStamps(pageOf(pieces.toReversed()))).toMatchObject([{ documentNumber: '26' }])
})

test('an impossible date is left out', () => {
  const [stamp] = findStamps(pageOf([{ text: 'Case 1:24-cv-01234-ABC Document 12 Filed 13/45/26 Page 1 of 9', y: 20 }]))
  expect(stamp).toMatchObject({ documentNumber: '12' })
  expect(stamp).not.toHaveProperty('filedDate')
})

test('a stamp is read whatever number, date and page it has', () => {
  const two = (most: number) => fc.integer({ min: 1, max: most }).map((value) => String(value).padStart(2, '0'))
  const stamps = fc.record({
    office: fc.integer({ min: 1, max: 9 }),
    serial: fc.integer({ min: 1, max: 99_999 }),
    document: fc.integer({ min: 1, max: 9999 }),
    ...{ month: two(12), day: two(28), year: two(30), page: fc.integer({ min: 1, max: 500 }) },
  })
  fc.assert(
    fc.property(stamps, ({ office, serial, document, month, day, year, page }) => {
      const docket = `${office}:${year}-cv-${String(serial).padStart(5, '0')}-XY`
      const text = `Case ${docket}   Document ${document}   Filed ${month}/${day}/${year}   Page ${page} of 500`
      expect(findStamps(pageOf([{ text, y: 20 }]))).toMatchObject([
        { docketNumber: docket, documentNumber: String(document), filedDate: `20${year}-${month}-${day}`, page },
      ])
    }),
  )
})

longTest('text built to take long takes no longer', () => {
  const texts = ['Case ', 'Case 1:24-cv-01234 Document 1', '1-', 'FILED ', '0', 'Filing # 1']
  const pages = texts.flatMap((text) => [
    pageOf(Array.from({ length: 50_000 }, (_, at) => ({ text, x: at % 600, y: 20 }))),
    pageOf(Array.from({ length: 50_000 }, (_, at) => ({ text, x: 20, y: at % 190 }))),
    pageOf([{ text: text.repeat(50_000), y: 20 }]),
  ])
  for (const page of pages) expect(leastThreadTimeOf(() => void findStamps(page))).toBeLessThan(1500)
})

test('docs/court-stamps.md lists every form with its sample and source', () => {
  const docs = readFileSync(new URL('../../../../../docs/court-stamps.md', import.meta.url), 'utf8')
  const rows = stampForms.map(
    ({ name, courts, sample, source }) => `| ${name} | ${courts} | \`${sample}\` | ${source} |`,
  )
  expect(docs.split('\n').filter((line) => /^\| [a-z-]+ \|.*`/.test(line))).toEqual(rows)
})

function getForm(name: string): StampForm {
  const form = stampForms.find((each) => each.name === name)
  if (!form) throw new Error(`no form ${name}`)
  return form
}

/** Where a court of this form prints: a line at the head, or a mark in the corner, line by line. */
function placed(text: string, form: StampForm): Placed[] {
  if (!('block' in form) || form.place === 'edge') return [{ text, y: 20 }]
  const lines = text.match(/(?:\S+ ?){1,3}/g) ?? []
  return lines.map((line, at) => ({ text: line.trim(), x: 430, y: 50 + at * 11 }))
}
