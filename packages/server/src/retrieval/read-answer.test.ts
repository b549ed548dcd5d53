import { readFileSync } from 'node:fs'
import { deflateRawSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { makePdf } from './local-court.fixture.ts'
import { type AnswerKind, readAnswer } from './read-answer.ts'

const url = 'https://ecf.cand.uscourts.gov/doc1/035123515598?magic_num=1'
const order = await makePdf(2)

function read(body: string | Uint8Array, { status = 200, isComplete = true, ...headers }: Options = {}): AnswerKind {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  const type = typeof body === 'string' ? 'text/html' : 'application/pdf'
  return readAnswer({ url, status, isComplete, headers: { 'content-type': type, ...headers }, body: bytes })
}

interface Options extends Record<string, string | number | boolean | undefined> {
  status?: number
  isComplete?: boolean
}

function verdict(reading: AnswerKind): string {
  return reading.kind === 'verdict' ? reading.verdict : reading.kind
}

describe('distinguishes pages without a document', () => {
  const pages: [says: string, body: string, expected: string][] = [
    ['a seal', 'This document is SEALED.', 'sealed'],
    ['a seal', 'This document is currently Under Seal and not available to the general public.', 'sealed'],
    ['a seal', '<h1>Sealed Document</h1>', 'sealed'],
    ['a seal', 'The Document is Sealed', 'sealed'],
    ['a sealed entry', 'could not retrieve dktentry for dlsid 1234', 'sealed'],
    ['a restriction', 'You do not have permission to view\n   this document.', 'restricted'],
    ['a restriction', 'You do not have access to this transcript.', 'restricted'],
    ['a restriction', 'This image is not available for viewing by non-court users', 'restricted'],
    ['a restriction', 'Permission to view this document is denied based on Nature of Suit', 'restricted'],
    ['a restriction', 'No matter of public record', 'restricted'],
    ['nothing there', 'The document is not available.', 'unavailable'],
    ['nothing there', 'This document is not available', 'unavailable'],
    ['nothing there', 'This document is currently unavailable', 'unavailable'],
    ['no reason', 'Welcome to the court', 'unclear'],
    ['no reason', '<meta http-equiv="refresh" content="5; url=/doc1/035123515598?magic_num=1">', 'unclear'],
    [
      'a log-in that announces an outage',
      'CM/ECF will be unavailable on Saturday due to scheduled maintenance. <input type="password">',
      'login',
    ],
    ['a used link that announces an outage', 'The link has expired. Scheduled maintenance: Sunday.', 'spent'],
    ['a confirmation', '<form method="post">Use your one free look now?<input type="submit"></form>', 'unavailable'],
    ['a used link', 'This free look has already been used.', 'spent'],
    ['a used link', 'The link has expired.', 'spent'],
    ['a used link on a log-in page', 'Your free look has expired. <input type=password>', 'spent'],
    ['a log-in', 'PACER <form action="/csologin/login.jsf"><input type="password" name=p></form>', 'login'],
    [
      'a log-in',
      '<meta http-equiv="refresh" content="0; url=https://pacer.login.uscourts.gov/csologin/login.jsf">',
      'login',
    ],
    [
      'a log-in',
      '<script>window.location = "https://pacer.login.uscourts.gov/csologin/login.jsf?a=b";</script>',
      'login',
    ],
    ['a log-in', 'A Client Code is required for PACER search', 'login'],
    [
      'a log-in with seals in its small print',
      '<input type=password> Sealed Document access needs a filer account.',
      'login',
    ],
    ['a price', "<p>To accept charges shown below, click on the 'View Document' button</p> Cost: 0.30", 'refused'],
    ['a price', '<input type="button" value="x">Accept Charges and Retrieve', 'refused'],
    ['a price', 'If you download this document, your PACER account will be billed', 'refused'],
    ['a price', 'PACER Service Center Transaction Receipt Billable Pages: 3 Cost: 0.30 Sealed Document', 'refused'],
    ['a way off the court', '<script>window.location="https://evil.example/x";</script>', 'unclear'],
    ['a frame off the court', '<iframe src="https://evil.example/cgi-bin/show_temp.pl?f=1"></iframe>', 'refused'],
    ['a PDF inside the page', '<p>%PDF-1.4 1 0 obj', 'broken'],
    ['a whole PDF inside the page', `<p>${Buffer.from(order).toString('latin1')}</p>`, 'broken'],
    ['PDF properties inside the page', '<rdf:Description pdf:Producer="x"/>', 'broken'],
  ]
  test.each(pages)('%s: %s', (_says, body, expected) => {
    expect(verdict(read(`<html><head><title>CM/ECF</title></head><body>${body}</body></html>`))).toBe(expected)
  })

  test('a seal that only the page’s title names counts', () => {
    const page = (title: string) => `<html><head><title>${title}</title></head><body>Not available.</body></html>`
    expect(verdict(read(page('Sealed Entry')))).toBe('sealed')
    expect(verdict(read(page('CM/ECF')))).not.toBe('sealed')
  })

  test('every result has a sentence', () => {
    for (const [, body] of pages) {
      const reading = read(`<html>${body}</html>`)
      if (reading.kind === 'verdict') expect(reading.sentence).toMatch(/^[A-Z].*\.$/)
    }
  })
})

describe('pages that lead to another', () => {
  test('a frame leads to the document on the same court', () => {
    const body = '<iframe src="/cgi-bin/show_temp.pl?file=1.pdf&amp;type=application/pdf" width="100%"></iframe>'
    expect(read(body)).toEqual({
      kind: 'next',
      url: 'https://ecf.cand.uscourts.gov/cgi-bin/show_temp.pl?file=1.pdf&type=application/pdf',
    })
  })

  test('a script that sets the location is followed, and so is a redirect', () => {
    const next = { kind: 'next', url: 'https://ecf.cand.uscourts.gov/cgi-bin/show_temp.pl?f=2' }
    expect(read('<html><script>window.location="/cgi-bin/show_temp.pl?f=2";</script></html>')).toEqual(next)
    expect(read('', { status: 302, location: '/cgi-bin/show_temp.pl?f=2' })).toEqual(next)
    expect(read('', { status: 301, location: 'http://ecf.cand.uscourts.gov/cgi-bin/show_temp.pl?f=2' })).toEqual(next)
  })

  test('a redirect to the login is a login, and one to another host is not followed', () => {
    expect(verdict(read('', { status: 302, location: 'https://pacer.login.uscourts.gov/csologin/login.jsf' }))).toBe(
      'login',
    )
    const unclear = { kind: 'unclear', verdict: 'refused' }
    expect(read('', { status: 302, location: 'https://evil.example/' })).toMatchObject(unclear)
    expect(read('', { status: 302, location: 'https://ecf.cand.uscourts.gov:8443/' })).toMatchObject(unclear)
    expect(verdict(read('', { status: 302, location: 'javascript:alert(1)' }))).toBe('unclear')
  })

  test("a frame that a browser's own script adds to a receipt is not mistaken for the document", () => {
    const body = '<iframe src="./saved_resource.html"></iframe>To accept charges shown below, click'
    expect(verdict(read(body))).toBe('refused')
  })

  test('a real menu that mentions PACER fees is a menu', () => {
    const menu = readFileSync(new URL('./fixtures/attachment_pages/nysd_127031722970.html', import.meta.url), 'utf8')
    expect(read(menu)).toMatchObject({ kind: 'menu', rows: [{ index: 0 }, { index: 1 }] })
  })
})

describe('files', () => {
  test("a PDF is the document, regardless of the court's content type", () => {
    expect(read(order)).toMatchObject({ kind: 'document' })
    expect(read(order, { 'content-type': 'text/html' })).toMatchObject({ kind: 'document' })
    expect(read(Buffer.concat([Buffer.from('\r\n\r\n'), order, Buffer.alloc(3000)]))).toMatchObject({
      kind: 'document',
    })
  })

  test('what a server appends to a PDF is ignored, unless it is the beginning of more of the PDF', () => {
    const page = Buffer.from(`\n<html><body>${'<p>Court</p>'.repeat(400)}</body></html>`)
    expect(read(Buffer.concat([order, page]))).toMatchObject({ kind: 'document' })
    const revision = Buffer.from(`\n12 0 obj\n<< /Length 90000 >>\nstream\n${'x'.repeat(4000)}`)
    expect(verdict(read(Buffer.concat([order, revision])))).toBe('broken')
  })

  test.each(['gzip', 'deflate', 'br', 'pdf'])(
    'a PDF labeled as %s that is not compressed is the document',
    (encoding) => {
      expect(read(order, { 'content-encoding': encoding })).toMatchObject({ kind: 'document' })
    },
  )

  test('a PDF compressed without the wrapper of its encoding is unpacked', () => {
    const packed = deflateRawSync(order)
    expect(read(packed, { 'content-encoding': 'deflate' })).toMatchObject({ kind: 'document' })
  })

  test.each([
    [1, "The court's response was cut off after 0 of 1 byte."],
    [2, "The court's response was cut off after 0 of 2 bytes."],
  ])('what is cut off of a response of %i is said', (length, sentence) => {
    expect(read('', { 'content-length': String(length) })).toMatchObject({ verdict: 'broken', sentence })
  })

  test('a compressed PDF is unpacked, and one that unpacks to too much is broken', () => {
    const packed = gzipSync(order)
    expect(read(packed, { 'content-encoding': 'gzip' })).toMatchObject({ kind: 'document', body: Buffer.from(order) })
    const answer = {
      url,
      status: 200,
      isComplete: true,
      headers: { 'content-encoding': 'gzip' },
      body: gzipSync(Buffer.alloc(9_000)),
    }
    expect(verdict(readAnswer(answer, 1_000))).toBe('broken')
    const bomb = gzipSync(Buffer.alloc(50_000_000, '<p>'))
    expect(verdict(read(bomb, { 'content-encoding': 'gzip' }))).toBe('broken')
  })

  test('of a page of 65 MB only the beginning is read, whatever its last bytes are', () => {
    const page = Buffer.alloc(13 * 5_000_000, '<p>Señor</p>')
    page.write('%PDF-1.4', 60_000_000)
    expect(verdict(read(page, { 'content-type': 'text/html' }))).toBe('unclear')
    const cutInCharacter = Buffer.from(`<p>The document is not available.${'ñ'.repeat(2_000_000)}`)
    expect(verdict(read(cutInCharacter, { 'content-type': 'text/html' }))).toBe('unavailable')
  })

  test.each([
    ['cut against its announced length', order.subarray(0, 500), { 'content-length': String(order.byteLength) }],
    ['without an end', order.subarray(0, order.byteLength - 40), {}],
    [
      'shorter than a linearized one says it is',
      Buffer.from('%PDF-1.5\n1 0 obj\n<</Linearized 1/L 90000/H [1 2]>>\n%%EOF'),
      {},
    ],
    ['a ZIP file', Buffer.from('PK\x03\x04rest of the archive'), {}],
    ['an image', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a]), {}],
    ['something else', Buffer.from('just words'), {}],
  ])('a PDF that is %s is broken, and what was received is kept', (_what, body, headers) => {
    const reading = read(body, headers)
    expect(verdict(reading)).toBe('broken')
    expect(reading).toHaveProperty('body')
  })

  test('names a ZIP file in the sentence', () => {
    expect(read(Buffer.from('PK\x03\x04'))).toMatchObject({ sentence: 'The court sent a ZIP file in place of a PDF.' })
  })

  test('an answer that broke off counts only if it is a PDF with its end mark', () => {
    expect(read(order, { isComplete: false })).toMatchObject({ kind: 'document' })
    expect(verdict(read(Buffer.concat([order, Buffer.from('trailing')]), { isComplete: false }))).toBe('broken')
    expect(verdict(read('<html>This document is SEALED.', { isComplete: false }))).toBe('broken')
  })
})

test.each([500, 502, 503, 504, 429, 408])('status %i is worth another try', (status) => {
  expect(verdict(read('<html>This document is SEALED.</html>', { status }))).toBe('retry')
})

test.each([401, 410])('status %i does not mean sealed', (status) => {
  expect(verdict(read('<html>Forbidden</html>', { status }))).toBe('unavailable')
})

test.each([400, 403, 404])("status %i says nothing without the court's own words", (status) => {
  expect(read('<html>Not Found</html>', { status })).toMatchObject({ kind: 'unclear', verdict: 'unavailable' })
  expect(verdict(read('Not Found', { status, 'content-type': 'text/plain' }))).toBe('unclear')
  expect(verdict(read('<html>The document is not available.</html>', { status }))).toBe('unavailable')
  expect(verdict(read('<html>This document is SEALED.</html>', { status }))).toBe('sealed')
})

test('reads a page in its old character set', () => {
  const body = Buffer.from(
    '<html><meta charset="iso-8859-1">Se\u00f1or: the document is not available</html>',
    'latin1',
  )
  expect(verdict(read(body, { 'content-type': 'text/html' }))).toBe('unavailable')
})
