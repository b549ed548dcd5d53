import { counted } from '@courtcrier/lib/counted.ts'
import type { FilledBody } from '../deliveries/fill-template.ts'
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
import { type Addressee, dayName, frameMail } from './mail-frame.ts'

/** Composes the daily message to one person: filings by matter and case, documents as links, never attached. */
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
      reason: reason ?? 'You get your filings in one message a day. Each filing says why you are notified.',
      settings: { label: "Change how you're notified", path: '/profile' },
    },
    options,
  )
  return { mail, ...problem }
}

/** A matter is named above its first case. */
function headingOf({ matter, name, place }: CaseView, before: CaseView | undefined): Heading {
  return { matter: matter === before?.matter ? undefined : matter, name, place }
}

/**
 * Puts the documents of each filing where the template's text names them. Filings whose documents it doesn't name
 * follow in full after the text: no template can hide a filing from its recipient.
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
