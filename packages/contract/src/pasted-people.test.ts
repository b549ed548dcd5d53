import { expect, test } from 'vitest'
import { readPastedPeople } from './pasted-people.ts'

const jane = { email: 'jane@firm.com', fullName: 'Jane Doe' }
const rick = { email: 'rick@firm.com', fullName: 'Rick Roe' }

test.each([
  ['a line each', 'Jane Doe <jane@firm.com>\nRick Roe <rick@firm.com>\r\n', [jane, rick]],
  ['an Outlook list', 'Doe, Jane <jane@firm.com>; Roe, Rick <rick@firm.com>;', [jane, rick]],
  ['a list with quotes', '"Doe, Jane" <jane@firm.com>, "Roe, Rick" <rick@firm.com>', [jane, rick]],
  ['a list with commas', 'Jane Doe <jane@firm.com>, Rick Roe <rick@firm.com>', [jane, rick]],
  ['cells, the name first', 'Jane Doe\tjane@firm.com\nRick Roe\trick@firm.com', [jane, rick]],
  ['cells, the address first', 'jane@firm.com\tJane Doe\nrick@firm.com\tRick Roe', [jane, rick]],
  ['cells with first and last names and a heading', 'First name\tLast name\tEmail\nJane\tDoe\tjane@firm.com', [jane]],
  ['cells with more than people', 'Jane Doe\tjane@firm.com\tPartner\t10017', [jane]],
  ['cells with names turned around', '"Doe, Jane"\tjane@firm.com', [jane]],
  ['comma-separated values', 'Name,Email\nJane Doe,jane@firm.com\nRick Roe, rick@firm.com', [jane, rick]],
  ['the address first, then the name', 'jane@firm.com, Jane Doe', [jane]],
  ['names without brackets', 'Jane Doe jane@firm.com', [jane]],
  ['links', 'Jane Doe <mailto:jane@firm.com>', [jane]],
  [
    'a bare address before one with a name',
    'r.roe@firm.com, Jane Doe <jane@firm.com>',
    [{ email: 'r.roe@firm.com', fullName: 'R Roe' }, jane],
  ],
])('people are read from %s', (_, text, people) => {
  expect(readPastedPeople(text)).toEqual(people)
})

test('bare addresses, however separated, get a name from the address', () => {
  const people = [
    { email: 'jane.doe@firm.com', fullName: 'Jane Doe' },
    { email: 'rroe@firm.com', fullName: 'Rroe' },
  ]
  for (const separator of [', ', ';', '\n', '\r\n', ' ; '])
    expect(readPastedPeople(`jane.doe@firm.com${separator}rroe@firm.com`)).toEqual(people)
})

test('what has no address stays as it is, once, to be shown as wrong', () => {
  expect(readPastedPeople('Jane Doe\nrick at firm.com\nRick\tRoe')).toEqual([
    { email: '', fullName: 'Jane Doe' },
    { email: '', fullName: 'rick at firm.com' },
    { email: '', fullName: 'Rick Roe' },
  ])
  expect(readPastedPeople('Jane Doe <jane at firm.com>')).toEqual([{ email: 'jane at firm.com', fullName: 'Jane Doe' }])
  expect(readPastedPeople(' \n\t\n ; , ')).toEqual([])
})

test('long text without any structure is read quickly', () => {
  const texts = ['"', '<', ' ,', 'a', '\t'].map((piece) => piece.repeat(50_000))
  const before = process.threadCpuUsage()
  for (const text of texts) readPastedPeople(text)
  // The processor's time, in microseconds: the clock runs on while a busy machine does something else.
  expect(process.threadCpuUsage(before).user).toBeLessThan(2_000_000)
})
