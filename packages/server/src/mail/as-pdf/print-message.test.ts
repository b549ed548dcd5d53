import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PDFDict, PDFDocument, PDFName, PDFRawStream } from '@cantoo/pdf-lib'
import { expect, onTestFinished, test } from 'vitest'
import { everyNth, isLongRun } from '../../testing/long-run.ts'
import { readEnds, textOfPages } from '../../testing/pdf.ts'
import { openPrinter, type PrintMessage, printMessage } from './print-message.ts'

const given = { firmId: 1, timeZone: 'America/Los_Angeles', receivedAt: '2026-11-20T18:00:00.000Z' }

interface Mail {
  headers?: readonly string[]
  html?: string
  text?: string
  attachments?: readonly { name: string; type: string; content: Buffer }[]
}

const court = [
  'From: "Clerk, N.D. Cal." <ECF-CAND@cand.uscourts.gov>',
  'To: Rosa Osei <osei@hale-osei.example>, docket@hale-osei.example',
  'Cc: hale@hale-osei.example',
  'Date: Sat, 21 Nov 2026 01:41:07 +0000',
  'Subject: Activity in Case 3:26-cv-04417-RS Acme, Inc. v. Doe Order & <b>"more"</b>',
  'Message-ID: <99@cand.uscourts.gov>',
]

function mail({ headers = court, html, text = '', attachments = [] }: Mail): Buffer {
  const part = (head: string, content: Buffer) =>
    `--b\r\n${head}\r\nContent-Transfer-Encoding: base64\r\n\r\n${content.toString('base64').replace(/.{76}/g, '$&\r\n')}\r\n`
  const body = part(`Content-Type: text/${html ? 'html' : 'plain'}; charset=utf-8`, Buffer.from(html ?? text))
  const files = attachments.map(({ name, type, content }) =>
    part(`Content-Type: ${type}; name="${name}"\r\nContent-Disposition: attachment; filename="${name}"`, content),
  )
  const head = [...headers, 'MIME-Version: 1.0', 'Content-Type: multipart/mixed; boundary=b'].join('\r\n')
  return Buffer.from(`${head}\r\n\r\n${body}${files.join('')}--b--\r\n`)
}

const print = (raw: Uint8Array, also: Partial<Parameters<PrintMessage>[1]> = {}) =>
  printMessage(async () => raw, { ...given, ...also })
const textOf = async (message: Mail) => (await textOfPages(await print(mail(message)))).join(' ')

test('prints the headers first, with the date in the time zone of the firm', async () => {
  const text = await textOf({ text: 'The body.' })
  const inOrder = [
    'From Clerk, N.D. Cal. <ECF-CAND@cand.uscourts.gov>',
    'To Rosa Osei <osei@hale-osei.example>, docket@hale-osei.example',
    'Cc hale@hale-osei.example',
    'Date Friday, November 20, 2026 at 5:41:07 PM PST',
    'Subject Activity in Case 3:26-cv-04417-RS Acme, Inc. v. Doe Order & <b>"more"</b>',
    'Message-ID <99@cand.uscourts.gov>',
    'The body.',
  ]
  const places = inOrder.map((part) => text.indexOf(part))
  expect(places).not.toContain(-1)
  expect(places).toEqual(places.toSorted((a, b) => a - b))
})

test('of a message with several notices, one is printed alone', async () => {
  const text = 'From: a court\nORDER in Acme v. Doe.\nFrom: a court\nORDER in Zinc v. Roe.\n'
  const start = text.indexOf('From', 5)
  const attachments = [{ name: 'Acme.pdf', type: 'application/pdf', content: Buffer.from('%PDF') }]
  const part = { start, end: text.length, subject: 'Activity in Zinc v. Roe' }
  const printed = (await textOfPages(await print(mail({ text, attachments }), { part }))).join(' ')
  expect(printed).toContain('ORDER in Zinc v. Roe.')
  expect(printed).toContain('Subject Activity in Zinc v. Roe')
  expect(printed).toContain('This message contains several notices.')
  expect(printed).not.toContain('Acme')
})

test('so is one of several messages attached to it', async () => {
  const original = (name: string) => mail({ headers: [...court, `X-Name: ${name}`], text: `ORDER in ${name}.` })
  const originals = ['Acme v. Doe', 'Zinc v. Roe'].map(original)
  const attachments = originals.map((content) => ({ name: 'notice.eml', type: 'message/rfc822', content }))
  const forward = mail({ headers: ['From: jane@firm.example', 'Subject: FW: both'], text: 'See both.', attachments })
  const originalId = createHash('sha256')
    .update(originals[1] ?? '')
    .digest('hex')
  const printed = (await textOfPages(await print(forward, { originalId }))).join(' ')
  expect(printed).toContain('ORDER in Zinc v. Roe.')
  expect(printed).not.toMatch(/in Acme v\. Doe|See both/)
})

test('prints HTML content in order: tables, lists, links', async () => {
  const text = await textOf({
    html: `<table><tr><td><table><tr><td><b>Case Name:</b></td><td>Acme, Inc. v. Doe</td></tr>
      <tr><td><b>Document Number:</b></td><td><a href="https://ecf.cand.uscourts.gov/doc1/1?magic=2">118</a></td></tr></table>
      </td></tr></table><h2>Docket Text</h2><p>ORDER <i>granting</i></p><ol><li>first</li><li>second</li></ol>`,
  })
  expect(text).toContain(
    'Case Name: Acme, Inc. v. Doe Document Number: 118 <https://ecf.cand.uscourts.gov/doc1/1?magic=2> Docket Text ORDER granting 1. first 2. second',
  )
})

test('prints Greek, Cyrillic and Chinese, and the code point of characters that the fonts lack', async () => {
  const text = await textOf({ html: '<p>Ελληνική Δημοκρατία, Україна, Peña</p><p>通知 👍</p>' })
  expect(text).toContain('Ελληνική Δημοκρατία, Україна, Peña 通知 [U+1F44D]')
})

test('lists attachments with their sizes', async () => {
  const attachments = [
    { name: 'order.pdf', type: 'application/pdf', content: Buffer.alloc(2_345_000) },
    { name: 'note.txt', type: 'application/octet-stream', content: Buffer.from('hello') },
  ]
  const text = await textOf({ text: 'See attached.', attachments })
  expect(text).toContain('Attachments order.pdf (application/pdf, 2.3 MB) note.txt (application/octet-stream, 5 bytes)')
})

test('plain text keeps its lines, and every page shows its number and the subject', async () => {
  const text = Array.from({ length: 120 }, (_, n) => `line ${n + 1}`).join('\n')
  const pages = await textOfPages(await print(mail({ text })))
  expect(pages.length).toBeGreaterThan(2)
  for (const [at, page] of pages.entries()) {
    expect(page).toContain('Activity in Case 3:26-cv-04417-RS Acme, Inc. v. Doe Order')
    expect(page).toContain(`Page ${at + 1} of ${pages.length}`)
  }
  expect(pages.join(' ').match(/line \d+/g)).toHaveLength(120)
})

test('prints a message without visible headers, and data that is not a message, as received', async () => {
  const bare = await textOf({ headers: ['X-Other: 1'], text: 'words' })
  expect(bare).toMatch(/\(no subject\).*Date The message does not say\..*words/)
  const [page] = await textOfPages(await print(Buffer.from('no mail at all')))
  expect(page).toContain("This isn't an email message: it has no headers. It is shown as received. no mail at all")
})

test('the same message produces the same bytes, and another message different ones', async () => {
  const message = mail({ html: '<p>text <b>bold</b></p>' })
  const first = Buffer.from(await print(message))
  const second = Buffer.from(await print(message))
  expect(first.equals(second)).toBe(true)
  const third = Buffer.from(await print(mail({ html: '<p>text <b>bolt</b></p>' })))
  expect(first.equals(third)).toBe(false)
})

test('the file meets the requirements of PDF/A-2b and contains nothing active', async () => {
  const pdf = await print(mail({ html: '<p>a <b>b</b> <i>c</i> <b><i>d</i></b> <a href="https://x.gov">e</a></p>' }))
  const file = await PDFDocument.load(pdf, { updateMetadata: false })
  expect(Buffer.from(pdf).toString('latin1', 0, 8)).toBe('%PDF-1.7')
  expect(file.isEncrypted).toBe(false)
  expect(file.catalog.has(PDFName.of('OutputIntents'))).toBe(true)
  const metadata = file.catalog.lookup(PDFName.of('Metadata'))
  if (!(metadata instanceof PDFRawStream)) throw new Error('there is no metadata')
  const xmp = Buffer.from(metadata.contents).toString()
  expect(metadata.dict.has(PDFName.of('Filter'))).toBe(false)
  expect(xmp).toMatch(/<pdfaid:part>2<\/pdfaid:part>\s*<pdfaid:conformance>B</)
  expect(xmp).toContain('Order and (b)"more"(/b)')
  expect(xmp).toContain('2026-11-21T01:41:07Z')
  const dictionaries = file.context
    .enumerateIndirectObjects()
    .flatMap(([, each]) => (each instanceof PDFDict ? [each] : []))
  const fonts = dictionaries.filter((each) => each.get(PDFName.of('Type')) === PDFName.of('FontDescriptor'))
  expect(fonts.length).toBeGreaterThanOrEqual(4)
  for (const font of fonts) expect(font.has(PDFName.of('FontFile2'))).toBe(true)
  for (const key of ['JS', 'AA', 'OpenAction', 'Annots', 'EmbeddedFiles', 'AcroForm']) {
    expect(dictionaries.filter((each) => each.has(PDFName.of(key)))).toEqual([])
  }
})

test('nothing referenced by a message is fetched or run', async () => {
  let asked = 0
  const server = createServer((_, response) => {
    asked++
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const text = await textOf({
    html: `<link rel=stylesheet href=${url}/a><style>@import "${url}/b"; @font-face{src:url(${url}/c)}</style><body background=${url}/d>
      <script src=${url}/e></script><script>fetch('${url}/f')</script><img src="${url}/g" alt="Seal"><img src="file:///etc/passwd">
      <iframe src=${url}/h></iframe><object data=${url}/i></object><form action=${url}/j><input value=k></form><svg><image href=${url}/l></svg>kept`,
  })
  expect(text).toMatch(/\[Image: Seal\] \[Image\].*\[Form field: k\].*kept/)
  expect(text).not.toMatch(/fetch\(|@import|root:/)
  expect(asked).toBe(0)
})

const bombs: readonly (readonly [string, string])[] = [
  ['tags nested 50,000 deep', '<div><table><tr><td><b>'.repeat(50_000)],
  ['5 MB of text', 'lorem ipsum dolor '.repeat(280_000)],
  ['one word of 5 MB', 'x'.repeat(5_000_000)],
  ['5 MB of changes of style', '<b>a</b><i>b</i>'.repeat(300_000)],
  ['letters that the fonts lack, without end', '中文'.repeat(isLongRun ? 800_000 : 10_000)],
]

test.each(everyNth(bombs, 4))('%s become a PDF of limited size', async (_, html) => {
  const pdf = await print(mail({ html: `<p>the start</p>${html}` }))
  expect(pdf.length).toBeLessThan(3_000_000)
  const { pages, first, last } = await readEnds(pdf)
  expect(first).toContain('the start')
  expect(pages).toBeLessThan(500)
  if (html.length > 2_000_000) expect(last).toContain('The message is longer than what is printed here.')
})

test.each(
  everyNth(
    [
      ['late', { computeMs: 1, memoryMb: 1024 }],
      ['out of memory', { computeMs: 60_000, memoryMb: 8 }],
    ] as const,
    2,
  ),
)('a layout that is %s falls back to plain text with a note', async (_, limits) => {
  const html = `<script>no text</script><p>first &amp; <b>bold</b></p><table><tr><td>1</td><td>2</td></tr></table>${'<p>x</p>'.repeat(20_000)}`
  const { first: text } = await readEnds(await openPrinter(limits)(async () => mail({ html }), given))
  expect(text).toMatch(/From Clerk, N\.D\. Cal\..*The layout of this message couldn't be printed/)
  expect(text).toContain('first & bold 1 2 x')
  expect(text).not.toContain('no text')
})
