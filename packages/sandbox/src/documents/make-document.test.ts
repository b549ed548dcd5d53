import { PDFDocument } from '@cantoo/pdf-lib'
import { expect, test } from 'vitest'
import { makeFilingStore } from '../filings/filing-store.ts'
import { profiles } from '../profile.ts'
import { makeWorld } from '../world/world.ts'
import { makeDocument } from './make-document.ts'
import { makePdf } from './pdf.ts'

function makeAll(seed: number): Buffer[] {
  const world = makeWorld(seed)
  const store = makeFilingStore({ world, profile: profiles.test })
  return Array.from({ length: 30 }, () => store.fileNext()).flatMap((filing) =>
    filing.documents.map((document) => makeDocument(world, filing, document)),
  )
}

test('the same seed produces the same bytes, and no two documents are alike', () => {
  const [first, again] = [makeAll(1), makeAll(1)]
  expect(Buffer.concat(first).equals(Buffer.concat(again))).toBe(true)
  expect(new Set(first.map((pdf) => pdf.toString('latin1'))).size).toBe(first.length)
})

test('a PDF opens, has the declared pages and the court’s stamp on each', async () => {
  const world = makeWorld(1)
  const store = makeFilingStore({ world, profile: profiles.bench })
  for (const filing of Array.from({ length: 20 }, () => store.fileNext())) {
    for (const document of filing.documents) {
      const pdf = makeDocument(world, filing, document)
      const opened = await PDFDocument.load(pdf)
      expect(opened.getPageCount()).toBe(document.pages)
      const number = document.index === 0 ? filing.documentNumber : `${filing.documentNumber}-${document.index}`
      const stamp = `Case ${filing.docketNumber}   Document ${number}   Filed `
      expect(pdf.toString('latin1').split(stamp)).toHaveLength(document.pages + 1)
      expect(pdf.toString('latin1')).toContain(`Page ${document.pages} of ${document.pages}`)
    }
  }
})

test('brackets, backslashes and letters beyond Latin 1 do not break the file', async () => {
  const page = [{ x: 72, y: 700, size: 12, font: 'roman' as const, text: 'O’Malley (“A\\B”) – § 3 ✓ ) (' }]
  const pdf = makePdf({ title: 'a) (b', at: new Date('2026-11-21T12:00:00Z'), pages: [page] })
  const opened = await PDFDocument.load(pdf, { throwOnInvalidObject: true })
  expect(opened.getTitle()).toBe('a) (b')
  expect(pdf.toString('latin1')).toContain('O\'Malley \\("A\\\\B"\\) - § 3 ? \\) \\(')
})
