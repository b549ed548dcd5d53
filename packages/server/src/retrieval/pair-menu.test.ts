import { expect, test } from 'vitest'
import type { MenuRow } from './attachment-menu.ts'
import { districtLink, listed } from './local-court.fixture.ts'
import { pairMenu } from './pair-menu.ts'

const row = (index: number, description: string, id = `03502351560${index}`): MenuRow => ({
  index,
  number: String(index),
  description,
  courtDocumentId: id,
  path: `/doc1/${id}`,
  isRestricted: false,
})
const main = row(0, 'Main Document')

function pairs(...input: Parameters<typeof pairMenu>): string[] {
  return pairMenu(...input).map(
    (pair) => `${pair.index}: ${pair.document?.description.value ?? '-'} = ${pair.row?.description ?? '-'}`,
  )
}

test("pairs an equal number of rows and documents in order, regardless of the court's numbers and names", () => {
  const documents = [listed(0, 'Motion'), listed(1, 'Exhibit A'), listed(2, 'Exhibit B')]
  expect(pairs(documents, [main, row(4, 'Part 2'), row(7, 'Part 3')])).toEqual([
    '0: Motion = Main Document',
    '1: Exhibit A = Part 2',
    '2: Exhibit B = Part 3',
  ])
})

test('otherwise pairs by words, then by numbers, and loses nothing from either list', () => {
  const documents = [listed(0, 'Motion'), listed(1, 'Proposed Order'), listed(2, 'Exhibit A'), listed(3, 'Exhibit C')]
  expect(pairs(documents, [main, row(1, 'Exhibit A'), row(2, 'Something else')])).toEqual([
    '0: Motion = Main Document',
    '1: Proposed Order = -',
    '2: Exhibit A = Exhibit A',
    '3: Exhibit C = -',
    '4: - = Something else',
  ])
})

test("the court's document id takes precedence over order and words", () => {
  const documents = [
    listed(0, 'Motion'),
    listed(1, 'Exhibit A', districtLink('1', '035023515602')),
    listed(2, 'Exhibit B'),
  ]
  expect(pairs(documents, [main, row(1, 'Exhibit A'), row(2, 'Exhibit B')])).toEqual([
    '0: Motion = Main Document',
    '1: Exhibit A = Exhibit B',
    '2: Exhibit B = Exhibit A',
  ])
})

test('the main document keeps its place if the menu omits it', () => {
  expect(pairs([listed(0, 'Motion')], [row(1, 'Exhibit A')])).toEqual(['0: Motion = -', '1: - = Exhibit A'])
})

test('a document with an id from another case is not an attachment of this one', () => {
  const documents = [
    listed(0, 'Complaint', districtLink('1', '035023515600')),
    listed(1, 'Complaint (24-12480)', districtLink('2', '035029999999')),
  ]
  expect(pairs(documents, [main, row(1, 'Exhibit A')])).toEqual([
    '0: Complaint = Main Document',
    '1: Complaint (24-12480) = -',
    '2: - = Exhibit A',
  ])
})

test("the id in an appellate link is the filing's, so documents are told apart by words, then by order", () => {
  const filing = {
    url: 'https://ecf.ca1.uscourts.gov/docs1/00107015268?uid=ab',
    host: 'ecf.ca1.uscourts.gov',
    courtDocumentId: '00107015268',
    token: 'ab',
  }
  const menu = [row(0, 'Transcript Order Form', '00107033784'), row(1, 'Transcript Acknowledgment', '00107015268')]
  const named = [listed(0, 'Transcript Acknowledgment', filing), listed(1, 'Transcript Order Form')]
  expect(pairs(named, menu)).toEqual([
    '0: Transcript Acknowledgment = Transcript Acknowledgment',
    '1: Transcript Order Form = Transcript Order Form',
  ])
  const unnamed = [listed(0, 'Motion', filing), listed(1, 'Certificate')]
  expect(pairs(unnamed, menu)).toEqual([
    '0: Motion = Transcript Order Form',
    '1: Certificate = Transcript Acknowledgment',
  ])
})
