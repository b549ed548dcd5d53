import type { PlacedText } from '../packages/sandbox/src/documents/pdf.ts'
import { makeRandom, type Random } from '../packages/sandbox/src/random.ts'
import { stampDate } from '../packages/server/src/courts/stamps/stamp-date.ts'
import { stampFacts } from '../packages/server/src/courts/stamps/stamp-facts.fixture.ts'
import type { StampForm } from '../packages/server/src/courts/stamps/stamp-form.ts'

/** A stamp as it is printed on a page, and what it says. */
export interface MadeStamp {
  texts: readonly PlacedText[]
  docketNumber?: string | undefined
  documentNumber?: string | undefined
  date?: string | undefined
}

/** Makes a stamp of a form with other numbers and another date than its sample, printed as courts and PDFs vary it. */
export function makeStamp(form: StampForm, seed: string): MadeStamp {
  const random = makeRandom(`stamp/${form.name}/${seed}`)
  const [docket, document, date] = stampFacts[form.name] ?? []
  const day = `20${random.int(10, 26)}-${two(random.int(1, 12))}-${two(random.int(1, 28))}`
  const docketNumber = docket && renumbered(docket, random)
  const documentNumber = document && renumbered(document, random)
  const said = [docket, dates.source, document && `(?<![\\d/:])${document}\\b`].filter(Boolean).join('|')
  let isNumbered = false
  const text = form.sample.replace(new RegExp(said, 'g'), (written) => {
    if (written === docket) return docketNumber ?? ''
    if (stampDate(written) === date) return formOf(written, day)
    if (written !== document || isNumbered) return written
    isNumbered = true
    return documentNumber ?? ''
  })
  const texts = 'block' in form && form.place === 'top' ? asMark(text, random) : asLine(text, random)
  return { texts, docketNumber, documentNumber, date: date && day }
}

/** A page without a stamp that says what could be taken for one: a quoted stamp, a fax's head, a running head. */
export function makeLure(sample: string, seed: string): readonly PlacedText[] {
  const random = makeRandom(`lure/${seed}`)
  const line = (text: string, y: number): PlacedText => ({ x: 72, y, size: 10, font: 'roman', text })
  const quoted = line(`Exhibit A (${sample.slice(0, 70)}) is incomplete.`, 100)
  const fax = line('05/01/2024 04:32 PM  From: Roe Law LLP  To: Office of the District Clerk  Page 1 of 3', 778)
  const head = line('Case No. 3:26-cv-04417 - MOTION TO DISMISS - Page 1 of 9', 40)
  return random.sample([quoted, fax, head], random.int(1, 3))
}

const dates = /\d{1,2}\/\d{1,2}\/\d{2,4}|\b[A-Z][a-z]{2,8} \d{1,2},? \d{4}/g

/** A number of the same form: zeros stay, because some have a fixed beginning. */
function renumbered(number: string, random: Random): string {
  return number.replace(/[1-9]/g, () => random.digits(1))
}

/** A day as the sample writes its own. */
function formOf(written: string, day: string): string {
  const [year = '', month = '', date = ''] = day.split('-')
  const plain = (text: string) => String(Number(text))
  if (/^\d\d\/\d\d\/\d\d$/.test(written)) return `${month}/${date}/${year.slice(2)}`
  if (/^\d\d\/\d\d\//.test(written)) return `${month}/${date}/${year}`
  if (written.includes('/')) return `${plain(month)}/${plain(date)}/${year}`
  const name = new Date(`${day}T00:00:00Z`).toLocaleString('en-US', { month: 'short', timeZone: 'UTC' })
  return written.includes(',') ? `${name} ${plain(date)}, ${year}` : `${name} ${date} ${year}`
}

const two = (number: number) => String(number).padStart(2, '0')

/** At the head or foot, in up to three rows and four pieces a row, which some PDFs draw in another order. */
function asLine(text: string, random: Random): readonly PlacedText[] {
  const size = random.int(8, 10)
  const rows = wrapped(text, random.int(380, 460), size)
  const top = (random.chance(0.8) ? 784 - random.int(8, 14) : 18 + rows.length * 12) + random.next()
  const left = random.int(60, 130)
  const pieces = rows.flatMap((row, at) => {
    let x = left
    return cut(row, random.int(1, 4), random).map((piece): PlacedText => {
      const placed = {
        x,
        y: top - at * 12,
        size,
        font: 'sans' as const,
        text: piece,
        isBlue: true,
      }
      x += widthOf(`${piece} `, size)
      return placed
    })
  })
  return random.chance(0.15) ? random.sample(pieces, pieces.length) : pieces
}

/** In the upper right corner of the page, a few words a row. */
function asMark(text: string, random: Random): readonly PlacedText[] {
  const size = random.int(7, 9)
  const x = random.int(440, 455)
  const y = random.int(765, 778)
  return wrapped(text, random.int(95, 130), size).map(
    (row, at): PlacedText => ({ x, y: y - at * (size + 1.5), size, font: 'sans', text: row }),
  )
}

function wrapped(text: string, width: number, size: number): readonly string[] {
  const rows: string[] = []
  for (const word of text.split(' ')) {
    const longer = rows.length > 0 ? `${rows.at(-1)} ${word}` : word
    if (rows.length > 0 && widthOf(longer, size) <= width) rows[rows.length - 1] = longer
    else rows.push(word)
  }
  return rows
}

function cut(row: string, count: number, random: Random): readonly string[] {
  const words = row.split(' ')
  const at = random.sample([...words.keys()].slice(1), count - 1).toSorted((a, b) => a - b)
  return [0, ...at].map((start, index) => words.slice(start, at[index]).join(' '))
}

/** The width that Helvetica gives it. */
function widthOf(text: string, size: number): number {
  const widths = Array.from(text, (letter) => letterWidths[letter.charCodeAt(0) - 32] ?? 556)
  return (widths.reduce((sum, width) => sum + width, 0) * size) / 1000
}

/** Helvetica's, in thousandths of its size, from the space to the tilde, as Adobe's font metrics list them. */
const letterWidths = (
  '278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 ' +
  '556 556 556 556 556 556 556 556 556 556 278 278 584 584 584 556 ' +
  '1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 ' +
  '667 778 722 667 611 722 667 944 667 667 611 278 278 278 469 556 ' +
  '333 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 ' +
  '556 556 333 500 278 556 500 722 500 500 500 334 260 334 584'
)
  .split(' ')
  .map(Number)
