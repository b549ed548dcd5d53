import { constants, deflateRawSync, deflateSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readPagePicture, readTextLayers } from './page-texts.ts'
import { pdfOf } from './pdf-objects.fixture.ts'
import { readScannedPage } from './scan-stamps.ts'

/** Above what the process and its threads had taken before. Each thread may take 1.5 GB. */
const mostMemory = 2_000_000_000
const side = 40_000

let before = 0
let most = 0
let timer: NodeJS.Timeout
beforeEach(() => {
  before = process.memoryUsage.rss()
  most = before
  timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss())
  }, 20)
})
afterEach(() => clearInterval(timer))

/** Zeros, packed to a thousandth. */
function packedZeros(size: number): Buffer {
  const block = 16 * 1024 * 1024
  const piece = deflateRawSync(Buffer.alloc(block), { finishFlush: constants.Z_FULL_FLUSH })
  const pieces = Array.from({ length: Math.ceil(size / block) }, () => piece)
  return Buffer.concat([Buffer.from([0x78, 0x9c]), ...pieces, Buffer.from([3, 0, 0, 0, 0, 0])])
}

/** A JPEG of that size, of which nothing follows its first bytes. */
function emptyJpeg(width: number, height: number): Buffer {
  const size = Buffer.alloc(4)
  size.writeUInt16BE(height, 0)
  size.writeUInt16BE(width, 2)
  const frame = Buffer.concat([Buffer.from('ffc0000b08', 'hex'), size, Buffer.from('01011100', 'hex')])
  const tables = `ffdb004300${'01'.repeat(64)}ffc4001400${'01'.padEnd(32, '0')}00ffc4001410${'01'.padEnd(32, '0')}00`
  return Buffer.concat([
    Buffer.from('ffd8', 'hex'),
    Buffer.from(tables, 'hex'),
    frame,
    Buffer.from('ffda0008010100003f00', 'hex'),
    Buffer.alloc(64),
    Buffer.from('ffd9', 'hex'),
  ])
}

/** A JPEG 2000 of that size, of which nothing follows its headers. */
function emptyJpeg2000(width: number, height: number): Buffer {
  const size = [width, height, 0, 0, width, height, 0, 0].map((each) => each.toString(16).padStart(8, '0')).join('')
  const codestream = [
    'ff4f',
    `ff5100290000${size}0001070101`,
    'ff52000c00000001000004040001',
    'ff5c00044040',
    'ff90000a0000000000000001',
    'ff93',
    '00'.repeat(64),
    'ffd9',
  ]
  return Buffer.from(codestream.join(''), 'hex')
}

interface Picture {
  width: number
  height: number
  filter: string
  content: Buffer
  more?: string
}

function pageOf({
  width,
  height,
  filter,
  content,
  more = '/ColorSpace/DeviceGray/BitsPerComponent 8',
}: Picture): Buffer {
  const drawn = deflateSync('q 600 0 0 780 0 0 cm /Im Do Q')
  const head = `<</Type/XObject/Subtype/Image/Width ${width}/Height ${height}${more}/Filter/${filter}/Length ${content.length}>>`
  return pdfOf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</XObject<</Im 5 0 R>>>>/Contents 4 0 R>>',
    Buffer.concat([
      Buffer.from(`<</Filter/FlateDecode/Length ${drawn.length}>>\nstream\n`),
      drawn,
      Buffer.from('\nendstream'),
    ]),
    Buffer.concat([Buffer.from(`${head}\nstream\n`), content, Buffer.from('\nendstream')]),
  ])
}

const pictures: readonly (readonly [string, () => Picture])[] = [
  ['gray', () => ({ width: side, height: side, filter: 'FlateDecode', content: packedZeros(side * side) })],
  [
    'black and white',
    () => ({
      ...{ width: side, height: side, filter: 'FlateDecode', content: packedZeros((side * side) / 8) },
      more: '/ColorSpace/DeviceGray/BitsPerComponent 1',
    }),
  ],
  [
    'a mask',
    () => ({
      ...{ width: side, height: side, filter: 'FlateDecode', content: packedZeros((side * side) / 8) },
      more: '/ImageMask true/BitsPerComponent 1',
    }),
  ],
  ['a JPEG', () => ({ width: side, height: side, filter: 'DCTDecode', content: emptyJpeg(side, side) })],
]

const disguised: typeof pictures = [
  ['a JPEG', () => ({ width: 100, height: 100, filter: 'DCTDecode', content: emptyJpeg(side, side) })],
  [
    'a JPEG 2000 of half that size',
    () => ({ width: 100, height: 100, filter: 'JPXDecode', content: emptyJpeg2000(side / 2, side / 2) }),
  ],
  ['a JPEG 2000', () => ({ width: 100, height: 100, filter: 'JPXDecode', content: emptyJpeg2000(side, side) })],
]

test.each(pictures)('a picture of 40,000 × 40,000, %s, is left unread within memory', async (_what, make) => {
  const bytes = pageOf(make())
  expect(bytes.length).toBeLessThan(8_000_000)
  expect(await readTextLayers(bytes)).toEqual({ pages: 1, texts: [''] })
  expect(await readPagePicture(bytes, { page: 1, maxLength: 1000 })).toBeUndefined()
  expect(await readScannedPage(bytes, { withTitle: true })).toBeUndefined()
  expect(most - before).toBeLessThan(mostMemory)
})

test.each(disguised)(
  'a picture of 40,000 × 40,000 that its page says is small, %s, ends within memory',
  async (_what, make) => {
    const bytes = pageOf(make())
    expect((await readPagePicture(bytes, { page: 1, maxLength: 1000 }))?.text ?? '').toBe('')
    expect((await readScannedPage(bytes))?.stamps ?? []).toEqual([])
    expect(most - before).toBeLessThan(mostMemory)
  },
)
