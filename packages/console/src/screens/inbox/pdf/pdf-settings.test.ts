import { deflateSync } from 'node:zlib'
import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isLeftOut } from './left-out.ts'
import { openingSettings } from './pdf-settings.ts'

beforeEach(() => void vi.spyOn(console, 'warn').mockReturnValue(undefined))
afterEach(() => vi.restoreAllMocks())

/** A document with one page, and whatever else its catalog has. */
function pdfOf(catalog: string, more: readonly (string | Buffer)[]): Uint8Array {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')]
  const objects = [
    `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 1008]/Resources<</XObject<</Im 5 0 R>>>>/Contents 4 0 R>>',
    streamOf('', Buffer.from('q 612 0 0 1008 0 0 cm /Im Do Q')),
    ...more,
  ]
  for (const [index, object] of objects.entries())
    parts.push(Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n'))
  return new Uint8Array(Buffer.concat([...parts, Buffer.from('trailer\n<</Root 1 0 R>>\n%%EOF')]))
}

function streamOf(head: string, content: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from(`<<${head}/Length ${content.length}>>\nstream\n`),
    content,
    Buffer.from('\nendstream'),
  ])
}

/** A black picture that fills the page. */
function pictureOf(width: number, height: number): Buffer {
  const kind = '/Type/XObject/Subtype/Image/ColorSpace/DeviceGray/BitsPerComponent 1/Filter/FlateDecode'
  return streamOf(`${kind}/Width ${width}/Height ${height}`, deflateSync(Buffer.alloc(Math.ceil(width / 8) * height)))
}

const painting: ReadonlySet<number> = new Set([
  OPS.paintImageXObject,
  OPS.paintInlineImageXObject,
  OPS.paintImageMaskXObject,
])

async function open<T>(data: Uint8Array, read: (pdf: Opened) => Promise<T>): Promise<T> {
  const loading = getDocument({ data, ...openingSettings })
  try {
    return await read(await loading.promise)
  } finally {
    await loading.destroy()
  }
}
type Opened = Awaited<ReturnType<typeof getDocument>['promise']>

const showsPicture = (width: number, height: number) =>
  open(pdfOf('', [pictureOf(width, height)]), async (pdf) => {
    const { fnArray } = await (await pdf.getPage(1)).getOperatorList()
    return fnArray.some((operation) => painting.has(operation))
  })

test.each([
  ['a legal-size page at 600 dots per inch', 5100, 8400, true],
  ['a tabloid page at 600 dots per inch', 6600, 10_200, true],
  ['a picture that no scanner makes', 12_000, 12_000, false],
])('%s (%i × %i) is shown: %s', async (_what, width, height, isShown) => {
  expect(await showsPicture(width, height)).toBe(isShown)
  // The worker's warning is all by which the page learns of a picture that is missing.
  expect(vi.mocked(console.warn).mock.calls.flat().some(isLeftOut)).toBe(!isShown)
})

test("a form in XFA is shown as its pages say, not as its program's", async () => {
  const area = '<pageArea><contentArea w="200mm" h="200mm"/><medium short="210mm" long="297mm"/></pageArea>'
  const form = `<subform name="a" layout="tb"><pageSet>${area}</pageSet><subform/></subform>`
  const template = `<template xmlns="http://www.xfa.org/schema/xfa-template/3.3/">${form}</template>`
  const xdp = Buffer.from(`<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/">${template}</xdp:xdp>`)
  const data = pdfOf('/NeedsRendering true/AcroForm<</Fields[]/XFA 6 0 R>>', [pictureOf(8, 8), streamOf('', xdp)])
  expect(await open(data, async (pdf) => [pdf.isPureXfa, pdf.allXfaHtml])).toEqual([false, null])
})
