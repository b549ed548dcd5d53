import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { Fragment, PageText } from '../courts/stamps/page-text.ts'

/** Reads the text of a page with its places. Text beyond `mostFragments` is left out, so that no page takes long. */
export async function readLayout(page: PDFPageProxy): Promise<PageText> {
  const { width, height, transform } = page.getViewport({ scale: 1 })
  const fragments: Fragment[] = []
  const reader = page.streamTextContent().getReader()
  while (fragments.length < mostFragments) {
    const { value, done } = await reader.read()
    if (done) break
    for (const item of value.items) if ('str' in item) fragments.push(...toFragment(item, transform))
  }
  if (fragments.length >= mostFragments) await reader.cancel(new Error('The page has too much text.'))
  return { number: page.pageNumber, width, height, fragments }
}

const mostFragments = 100_000

interface Item {
  str: string
  transform: readonly number[]
  width: number
}

/** Converts from the page's own coordinates, which may be turned, to the displayed ones. */
function toFragment({ str, transform, width }: Item, view: readonly number[]): Fragment[] {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = view
  const [ia = 0, ib = 0, ic = 0, id = 0, ie = 0, jf = 0] = transform
  const [right, down] = [a * ia + c * ib, b * ia + d * ib]
  const size = Math.hypot(a * ic + c * id, b * ic + d * id)
  const turn = quarterTurn(Math.atan2(down, right))
  const isReadable = turn !== undefined && Number.isFinite(size) && size > 0
  if (!isReadable || str === '') return []
  return [{ text: str, x: a * ie + c * jf + e, y: b * ie + d * jf + f, length: width, size, turn }]
}

/** Undefined for slanted text, such as a watermark. */
function quarterTurn(angle: number): Fragment['turn'] | undefined {
  const degrees = (Math.round((angle * 180) / Math.PI) + 360) % 360
  const nearest = (Math.round(degrees / 90) * 90) % 360
  const off = Math.min(Math.abs(degrees - nearest), 360 - Math.abs(degrees - nearest))
  return off <= 3 ? (nearest as Fragment['turn']) : undefined
}
