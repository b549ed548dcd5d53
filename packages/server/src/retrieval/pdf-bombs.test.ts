import { constants, deflateRawSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { inspectPdf } from './pdf.ts'
import { pdfOf } from './pdf-objects.fixture.ts'

let most = 0
let timer: NodeJS.Timeout
beforeEach(() => {
  most = 0
  timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss())
  }, 20)
})
afterEach(() => clearInterval(timer))

/** What 16 MB of spaces are packed to, so many times: it unpacks to gigabytes. */
function bomb(times: number): Buffer {
  const piece = deflateRawSync(Buffer.alloc(16 * 1024 * 1024, ' '), { finishFlush: constants.Z_FULL_FLUSH })
  const pieces = Array.from({ length: times }, () => piece)
  return Buffer.concat([Buffer.from([0x78, 0x9c]), ...pieces, Buffer.from([3, 0, 0, 0, 0, 0])])
}

const catalog = '<</Type/Catalog/Pages 2 0 R>>'
const onePage = '<</Type/Pages/Kids[3 0 R]/Count 1>>'
const page = '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R>>'

function stream(content: Buffer): Buffer {
  const head = Buffer.from(`<</Filter/FlateDecode/Length ${content.length}>>\nstream\n`)
  return Buffer.concat([head, content, Buffer.from('\nendstream')])
}

test('a page that unpacks to gigabytes takes its thread, not the memory of the process, and the next PDF is read', async () => {
  const before = process.memoryUsage.rss()
  const bytes = pdfOf([catalog, onePage, page, stream(bomb(256))])
  expect(bytes.length).toBeLessThan(8_000_000)
  // A machine that is too busy says nothing of the file, which is tried again.
  expect(await vi.waitFor(() => inspectPdf(bytes), 200_000)).toEqual({
    isPdf: true,
    isBroken: false,
    needsPassword: false,
    sentence: 'The PDF took too long to open, so its pages were not counted.',
  })
  expect(most - before).toBeLessThan(2_500_000_000)
  expect(await inspectPdf(pdfOf([catalog, onePage, page]))).toMatchObject({ pages: 1, sentence: '' })
})

test.each([
  ['a page tree in a circle', pdfOf([catalog, '<</Type/Pages/Kids[2 0 R 2 0 R]/Count 1000000>>']), { isPdf: true }],
  [
    'a million times the same page',
    pdfOf([catalog, `<</Type/Pages/Kids[${'3 0 R '.repeat(1_000_000)}]/Count 1000000>>`, page]),
    { isBroken: false, pages: 1_000_000 },
  ],
  [
    'a table of objects that goes on at itself',
    Buffer.from(
      '%PDF-1.7\nxref\n0 1\n0000000000 65535 f \ntrailer\n<</Size 1/Root 1 0 R/Prev 9>>\nstartxref\n9\n%%EOF',
    ),
    { isBroken: true, sentence: "The PDF is damaged and can't be opened." },
  ],
])('%s is answered', async (_what, bytes, answer) => {
  expect(await inspectPdf(bytes)).toMatchObject(answer)
})
