import type { FilledBody } from '../delivery/fill-template.ts'
import { placeParts } from '../templates/clock-template.ts'
import { type ByTemplate, type ClockMail, fillClock } from './clock-fill.ts'
import {
  filingPart,
  filingPartText,
  filingRow,
  filingText,
  type Heading,
  headingRow,
  headingText,
} from './daily-parts.ts'
import { type CaseView, casesOf, type DailyOptions, dailyValues } from './daily-view.ts'
import type { DigestRow } from './digest-row.ts'
import type { DigestFiling } from './filings.ts'
import { type Addressee, counted, dayName, frameMail } from './mail-frame.ts'

/** The daily message to one person: filings by matter and case, documents as links, never attached. */
export async function composeDaily(
  row: Addressee & Pick<DigestRow, 'day'>,
  filings: readonly DigestFiling[],
  { template, reason, ...options }: DailyOptions & ByTemplate,
): Promise<ClockMail> {
  const cases = casesOf(row, filings, options)
  const count = `${counted(filings.length, 'filing')} in ${counted(cases.length, 'case')}`
  const { own, ...problem } = await fillClock(template, dailyValues(row, cases))
  const { body, left } = own.body ? withFilings(own.body, cases) : { body: undefined, left: cases }
  const shown = left.map((group, n) => ({ group, heading: headingOf(group, left[n - 1]) }))
  const mail = frameMail(
    row,
    {
      subject: own.subject ?? `${count}, ${dayName(row.day)}`,
      title: count,
      summary: `Daily summary for ${dayName(row.day)}`,
      own: body,
      rows: shown.flatMap(({ group, heading }) => [headingRow(heading), ...group.filings.map(filingRow)]),
      blocks: shown.flatMap(({ group, heading }) => [headingText(heading), ...group.filings.map(filingText)]),
      reason: reason ?? 'Your filings come in one message a day. Each filing says why you are told of it.',
      settings: { label: 'Change how you are told', path: '/profile' },
    },
    options,
  )
  return { mail, ...problem }
}

/** A matter is named above the first of its cases. */
function headingOf({ matter, name, place }: CaseView, before: CaseView | undefined): Heading {
  return { matter: matter === before?.matter ? undefined : matter, name, place }
}

/**
 * The template's text with the documents of each filing where it names them. The filings whose documents it does not
 * name are left to stand after it, whole: no template keeps anybody from what they are told of.
 */
function withFilings(body: FilledBody, cases: readonly CaseView[]): { body: FilledBody; left: readonly CaseView[] } {
  const views = cases.flatMap(({ filings }) => filings)
  const { text: html, missing } = placeParts(body.html, views.map(filingPart))
  const { text } = placeParts(body.text, views.map(filingPartText))
  const left = cases.flatMap((group) => {
    const filings = group.filings.filter(({ index }) => missing.includes(index))
    return filings.length > 0 ? [{ ...group, filings }] : []
  })
  return { body: { html, text }, left }
}
