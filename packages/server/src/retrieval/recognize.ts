import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { type Page, PSM, type Word } from 'tesseract.js'
import type { Fragment } from '../courts/stamps/page-text.ts'
import type { Turn } from '../courts/titles/upright.ts'
import { openReader } from './english-reader.ts'
import { drawStrip, type Strip, uprightSize } from './page-picture.ts'

/** A word recognized in a picture, in points of the page as it is read, and how sure it is, 0 to 100. */
export interface ReadWord {
  fragment: Fragment
  confidence: number
}

/** Recognizes the words in the part of a page between two heights. */
export async function recognizeStrip(page: PDFPageProxy, strip: Strip, manner: PSM): Promise<readonly ReadWord[]> {
  const { image, scale } = await drawStrip(page, strip)
  const reader = await openReader()
  await reader.setParameters({ tessedit_pageseg_mode: manner })
  const { data } = await reader.recognize(image, {}, { blocks: true, text: false })
  return linesOf(data).flatMap((line) =>
    line.words.map((word) => toFragment(word, { scale, top: strip.from, baseline: line.bbox.y1 })),
  )
}

/** The lines of what was recognized. */
export function linesOf({ blocks }: Page) {
  return (blocks ?? []).flatMap(({ paragraphs }) => paragraphs.flatMap(({ lines }) => lines))
}

function toFragment(
  { text, confidence, bbox }: Word,
  { scale, top, baseline }: { scale: number; top: number; baseline: number },
): ReadWord {
  const fragment: Fragment = {
    text,
    x: bbox.x0 / scale,
    y: top + baseline / scale,
    length: (bbox.x1 - bbox.x0) / scale,
    size: Math.max(4, ((bbox.y1 - bbox.y0) / scale) * 1.35),
    turn: 0,
  }
  return { fragment, confidence }
}

/** The part of a page that has text on nearly every paper. */
const body = { from: 0.3, to: 0.6 }

/**
 * Finds out how far a page lies turned in its picture, as paper that was fed sideways or upside down does: letters are
 * recognized in one direction only. 0 if none of the four reads as text.
 */
export async function findTurn(page: PDFPageProxy): Promise<Turn> {
  let best: { turn: Turn; words: number } = { turn: 0, words: 0 }
  for (const turn of turns) {
    const { height } = uprightSize(page, turn)
    const strip = { from: body.from * height, to: body.to * height, turn }
    const read = await recognizeStrip(page, strip, PSM.SINGLE_BLOCK)
    const words = read.map(({ fragment, confidence }) => ({ text: fragment.text, confidence }))
    if (isLegible(words)) return turn
    const sure = countSure(words)
    if (sure > best.words) best = { turn, words: sure }
  }
  return best.words >= fewWords ? best.turn : 0
}

const turns: readonly Turn[] = [0, 90, 270, 180]
const fewWords = 4

/** Whether most words that were read are sure: what lies turned reads as noise. */
export function isLegible(words: readonly { text: string; confidence: number }[]): boolean {
  const sure = countSure(words)
  return sure >= fewWords && sure * 2 >= words.filter(({ text }) => isWord(text)).length
}

function countSure(words: readonly { text: string; confidence: number }[]): number {
  return words.filter(({ text, confidence }) => confidence >= 80 && isWord(text)).length
}

const isWord = (text: string) => /\p{L}{3}/u.test(text)
