import { expect, test } from 'vitest'
import { decodeMessage } from './mime.ts'
import { readStructured } from './mime-headers.ts'

const nameOf = (...parameters: string[]) => readStructured(['attachment', ...parameters].join('; ')).parameters.get('f')

test.each<[string, string[], string]>([
  ['one piece', ["f*=utf-8'en'na%C3%AFve.pdf"], 'naïve.pdf'],
  ['pieces that end within a character', ["f*0*=utf-8''na%C3", 'f*1*=%AFve.pdf'], 'naïve.pdf'],
  ['three for one character', ["f*0*=utf-8''%F0", 'f*1*=%9F%93', 'f*2*=%84.pdf'], '\u{1f4c4}.pdf'],
  ['pieces in another order', ['f*2=.pdf', 'f*1*=%AFve', "f*0*=utf-8''na%C3"], 'naïve.pdf'],
  ['more than ten pieces', [...Array(12).keys()].map((at) => `f*${at}=${at}`).toReversed(), '01234567891011'],
  ['windows-1252', ["f*=windows-1252''%93na%EFve%94.pdf"], '“naïve”.pdf'],
  ['GB18030, split', ["f*0*=gb18030'zh'%D6", 'f*1*=%D0%CE%C4.pdf'], '中文.pdf'],
  ['ISO-2022-JP', ["f*=iso-2022-jp''%1B$B$%22%1B(B.pdf"], 'あ.pdf'],
  ['UTF-8 under the name of ISO-8859-1', ["f*=iso-8859-1''na%C3%AFve.pdf"], 'naïve.pdf'],
  ['a piece without bytes between two', ['f*0="Stay "', 'f*1*=%C3%AF', 'f*2=%41.pdf'], 'Stay ï%41.pdf'],
  ['without a charset', ["f*=''na%C3%AFve.pdf"], 'naïve.pdf'],
  ['words in a charset of their own, split', ['f="=?utf-8?B?bmHD?= =?utf-8?B?r3ZlLnBkZg==?="'], 'naïve.pdf'],
])('a name is decoded: %s', (_, parameters, name) => {
  expect(nameOf(...parameters)).toBe(name)
})

test.each<[string, string[], string]>([
  ['half a character', ["f*=utf-8''na%C3.pdf"], 'na%C3.pdf'],
  ['an unknown charset', ["f*=x-unknown''na%EFve.pdf"], 'na%EFve.pdf'],
  ['UTF-7, which is none of files', ["f*=utf-7''+ADk-.pdf"], '+ADk-.pdf'],
  ['signs that are no bytes', ["f*=utf-8''100%.pdf"], '100%.pdf'],
  ['quotes that name no charset', ["f*0=O'Hara's", 'f*1=.pdf'], "O'Hara's.pdf"],
])('a name that can’t be decoded is kept as it is written: %s', (_, parameters, name) => {
  expect(nameOf(...parameters)).toBe(name)
})

test('what a parameter has more than one value for is disputed, and said once or in the same words it is not', () => {
  const disputed = (text: string) => [...readStructured(text).disputed]
  expect(disputed('a/b; charset=utf-8; charset=utf-7')).toEqual(['charset'])
  expect(disputed('a/b; boundary=b; boundary=B')).toEqual(['boundary'])
  expect(disputed("a/b; charset=utf-8; charset*=us-ascii''utf-7")).toEqual(['charset'])
  for (const text of [
    'a/b; x=1; y=2',
    'a/b; x=1; x="1"',
    "a/b; x=1; x*=utf-8''1",
    'a/b; x*0=1; x*1=2',
    'a/b; charset=UTF-8; charset=utf-8',
  ])
    expect(disputed(text)).toEqual([])
})

const html = (words: string) => `Content-Type: text/html\n\n${words}`
const twoWays = { problem: expect.stringContaining('says in two ways where its parts begin or what they are') }

test.each<[string, string]>([
  [
    'two boundaries',
    `Content-Type: multipart/mixed; boundary=a; boundary=b\n\n--a\n${html('x')}\n--a--\n--b\n${html('y')}\n--b--`,
  ],
  ['a boundary in two forms', `Content-Type: multipart/mixed; boundary=a; boundary*=''b\n\n--a\n${html('x')}\n--a--`],
  [
    'a part of two types',
    `Content-Type: multipart/mixed; boundary=a\n\n--a\nContent-Type: text/plain\n${html('x')}\n--a--`,
  ],
  [
    'a part in two encodings',
    `Content-Type: multipart/mixed; boundary=a\n\n--a\nContent-Transfer-Encoding: base64\nContent-Transfer-Encoding: 8bit\n${html('x')}\n--a--`,
  ],
  [
    'an attached message of two types',
    `Content-Type: message/rfc822\n\nFrom: ecf@cand.uscourts.gov\nContent-Type: text/plain\n${html('x')}`,
  ],
])('a message that programs divide or decode in two ways is not read: %s', async (_, message) => {
  expect(await decodeMessage(Buffer.from(`Subject: x\n${message}`))).toEqual(twoWays)
})

test('the same type or boundary twice is one', async () => {
  const part = `Content-Type: text/html\n${html('x')}`
  const raw = `Subject: x\nContent-Type: multipart/mixed; boundary=a; boundary="a"\n\n--a\n${part}\n--a--`
  expect(await decodeMessage(Buffer.from(raw))).toMatchObject({ message: { html: 'x' } })
})
