import { expect, test } from 'vitest'
import { hasSoftBreaks, looksEncoded, possibleReadings } from './signed-reading.ts'

const loose = { header: true, body: true }
const exact = { header: false, body: false }
const usual = ['from', 'subject', 'content-type']
const all = [...usual, 'content-transfer-encoding']
const html = 'Content-Type: text/html'

interface Given {
  covered?: readonly string[]
  head?: readonly string[]
  relaxed?: typeof loose
}

const rawOf = (body: string, head: readonly string[] = [html]) =>
  Buffer.from(['From: ecf@cand.uscourts.gov', 'Subject: Activity', ...head, '', body].join('\r\n'), 'latin1')

/** The types and encodings by which a body may be read, or why none is. */
function read(body: string, { covered = usual, head = [html], relaxed = loose }: Given = {}) {
  const signed = { covered, relaxed }
  const found = possibleReadings(rawOf(body, head), signed)
  if ('problem' in found) return found.problem
  return found.map((reading) => {
    expect(reading.signed).toBe(signed)
    return Object.fromEntries(Object.entries(reading).filter(([key]) => key !== 'signed'))
  })
}

const binary = { encoding: 'binary' }
const printable = { encoding: 'quoted-printable' }
const base64 = { encoding: 'base64' }
const softBroken = 'so on and =\r\nso on =3D\r\n'
const almost = /has the line breaks of an encoding whose rules it breaks$/

test('a type and an encoding that the signature covers are the only reading', () => {
  for (const head of [[html], [html, 'Content-Transfer-Encoding: 8bit']])
    for (const body of ['words', softBroken, `${softBroken}\xe0`])
      expect(read(body, { covered: all, head })).toStrictEqual([{}])
})

test('an encoding in a header that the signature does not cover is no reading', () => {
  for (const encoding of ['quoted-printable', 'base64', 'x'])
    expect(read('words, =20', { head: [html, `Content-Transfer-Encoding: ${encoding}`] })).toEqual([binary, printable])
})

test('parts name their own encodings, so that a message of parts has one reading, whatever is in them', () => {
  for (const type of ['multipart/mixed; boundary=b', 'MULTIPART/alternative; boundary=b'])
    for (const body of [softBroken, `${softBroken}\xe0`, 'QUJD\r\n'])
      expect(read(body, { head: [`Content-Type: ${type}`] })).toStrictEqual([{}])
})

test.each([
  ['no equals sign', 'words\r\n', []],
  ['an escape', 'a=3Db\r\n', [printable]],
  ['a line end behind an equals sign', 'a=\r\nb\r\n', [printable]],
  ['an equals sign at its end', 'a=3Db=', [printable]],
  ['a lower-case escape', 'a=3db\r\n', []],
  ['an equals sign that is none', 'a=3D b=c\r\n', []],
  ['half an escape', 'a=3', []],
  ['an escape and a letter beyond ASCII', 'a=3D\xe0\r\n', []],
  ['an escape and a control character', 'a=3D\x01\r\n', []],
  ['an escape on a line of 76 characters', `${'x'.repeat(73)}=3D\r\n`, [printable]],
  ['an escape on a line of 76 characters of a Unix program', `${'x'.repeat(73)}=3D\n`, [printable]],
  ['an escape on a line of 77 characters', `${'x'.repeat(74)}=3D\r\n`, []],
  ['nothing', '', []],
  ['nothing but line ends', '\r\n\r\n', []],
  ['a block of base64', 'QUJD\r\n', [base64]],
  ['a block of base64 in lines', `${'QUJD'.repeat(19)}\r\nQUJD\r\n\r\n`, [base64]],
  ['a block of base64 without a line end, with a plus sign and a slash', 'Q+/a', [base64]],
  ['a padded block of base64', 'QUJDQQ==\r\n', [base64]],
  ['a block of base64 in a line of 77 characters', `${'QUJD'.repeat(19)}Q\r\nUJD\r\n`, []],
  ['a block of base64 whose end is missing', 'QUJ\r\n', []],
  ['two blocks of base64', 'QQ==\r\nQQ==\r\n', []],
  ['a block of base64 padded with three equals signs', 'QUJDQ===\r\n', []],
  ['a block of base64 and a blank', 'QUJD QUJ\r\n', []],
])('a body with %s may be read as it is, and otherwise only if it is well-formed: %j', (_, body, others) => {
  expect(read(body, { relaxed: exact })).toEqual([binary, ...others])
})

test.each([
  ['a line that is too long', `${'x'.repeat(77)}\r\na=\r\nb\r\n`],
  ['a letter beyond ASCII', 'a=\r\nb \xe0\r\n'],
  ['lower-case escapes', 'a=\r\nb=3dc\r\n'],
])('a body with soft line breaks and %s is not read as it is', (_, body) => {
  expect(read(body)).toMatch(almost)
  expect(read(body, { covered: ['from', 'subject'], head: [] })).toMatch(almost)
})

test.each([
  ['no soft line break', `${'x'.repeat(77)}=3D\r\n`],
  ['equals signs that are no escapes', 'a=\r\nb="c" \xe0\r\n'],
  ['a line of equals signs', `${'='.repeat(80)}\r\n`],
])('a body that is hardly encoded, as it has %s, is read as it is', (_, body) => {
  expect(read(body)).toEqual([binary])
})

test('a blank that the signature allows at the end of a body makes no difference to its encoding', () => {
  for (const end of ['', ' ', '\t', '  ', ' \r\n', '\r\n'])
    expect(read(`a=3Db =${end}`), JSON.stringify(end)).toEqual([binary, printable])
})

const open = { covered: ['from', 'subject'] }

test.each([
  ['a part', '--b\r\nContent-Type: text/html\r\n\r\nwords\r\n--b--\r\n'],
  ['a part of a Unix program', '--b\nContent-Type: text/html\n\nwords\n--b--\n'],
  ['a part below empty lines', '\r\n\r\n--b\r\nContent-Transfer-Encoding : base64\r\n\r\nQUJD\r\n--b--\r\n'],
  ['a part without headers', '--b\r\n\r\nwords\r\n--b--\r\n'],
  ['a boundary of 200 letters', `--${'b'.repeat(200)}\r\n\r\nwords\r\n`],
  [
    'a line for programs that know no parts',
    'This is a multi-part message in MIME format.\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\nwords\r\n--b--\r\n',
  ],
  ['several such lines', `${'A line.\r\n'.repeat(6)}--b\r\ncontent-type: text/plain\r\n\r\nwords\r\n--b--\r\n`],
])('a body that begins with %s is not read without a type that the signature covers', (_, body) => {
  expect(read(body, open)).toMatch(/doesn't cover its "content-type" header, which says where its parts begin$/)
})

test.each([
  ['a signature of a person', '-- \r\n\r\nJane'],
  ['a line of hyphens above words', '-----\r\nNotice'],
  ['hyphens below words', 'Notice\r\n-----\r\n\r\nwords'],
  ['the words of a part far below', `${'A line.\r\n'.repeat(7)}--b\r\nContent-Type: text/plain\r\n\r\nwords`],
  ['the words of a part within a line', 'See --b\r\nContent-Type: text/plain\r\n'],
])('a body with %s has no parts', (_, body) => {
  expect(read(body, open)).toEqual([{ type: 'text/plain', ...binary }])
})

test.each([
  ['<html><body>', 'text/html'],
  ['\r\n  <P>', 'text/html'],
  ['<h1 class=a>', 'text/html'],
  ['<br/>', 'text/html'],
  ['<!DOCTYPE html>', 'text/html'],
  ['<!-- a -->', 'text/html'],
  ['\xef\xbb\xbf<p>', 'text/html'],
  ['words <p>', 'text/plain'],
  ['<ecf@cand.uscourts.gov> wrote', 'text/plain'],
  ['< 5', 'text/plain'],
  ['<5 >', 'text/plain'],
  ['<![CDATA[', 'text/plain'],
  ['', 'text/plain'],
])('a body whose type the signature does not cover is HTML from its first tag on: %j', (body, type) => {
  expect(read(body, open)).toEqual([{ type, ...binary }])
  expect(read(body, { ...open, head: ['Content-Type: image/png'] })).toEqual([{ type, ...binary }])
})

test('the type shows in the encoding that the signature covers, or in each that is possible', () => {
  const encoded = `${Buffer.from('<p>words</p>').toString('base64')}\r\n`
  expect(read(encoded, open)).toEqual([
    { type: 'text/plain', ...binary },
    { type: 'text/html', ...base64 },
  ])
  const covered = [...open.covered, 'content-transfer-encoding']
  const head = ['Content-Transfer-Encoding: base64']
  expect(read(encoded, { covered, head })).toStrictEqual([{ type: 'text/html' }])
  expect(read(encoded, { covered, head: [] })).toStrictEqual([{ type: 'text/plain' }])
  expect(read(encoded, { ...open, head })).toHaveLength(2)
})

test('an encoding is not guessed for the type, whatever a body looks like', () => {
  const lost = '=3Cp=3E=3D=\r\n'
  expect(read(lost, { covered: [...open.covered, 'content-transfer-encoding'], head: [] })).toEqual([
    { type: 'text/plain' },
  ])
})

test.each([
  ['a=\r\nb', true, true],
  ['a=\nb', true, true],
  ['a= \r\nb', true, true],
  ['a=3Db', false, true],
  ['a=20b', false, false],
  ['a=b', false, false],
])('%j: it has soft breaks (%s), and looks encoded (%s)', (body, isBroken, isEncoded) => {
  const signed = { covered: usual, relaxed: loose }
  expect(hasSoftBreaks(rawOf(body), signed)).toBe(isBroken)
  expect(looksEncoded(rawOf(body), signed)).toBe(isEncoded)
})
