import { type Html, html, oneLine } from '@courtcrier/lib/mail-text.ts'
import { type ClockItem, type ClockValues, namesList } from '../templates/clock-template.ts'
import { type ByTemplate, type ClockMail, fillClock, lineValue } from './clock-fill.ts'
import type { DigestRow } from './digest-row.ts'
import { type Addressee, frameMail, type MailOrigin } from './mail-frame.ts'

/** The content of a report. */
export interface Report {
  subject: string
  title: string
  summary: string
  lines: readonly ReportLine[]
  /** A sentence about what isn't listed because the reader may not see it; '' if nothing is hidden. */
  hidden: string
  reason: string
  settings: { label: string; path: string }
  /** The counts and lines available to a firm's template; absent for a report without one. */
  values?: { counts: Readonly<Record<string, number>>; list: string }
}

export interface ReportLine {
  title: string
  note: string
  /** A path of the console. */
  path?: string
  /** The values a template can use. */
  values?: Readonly<Record<string, string | null>>
}

/** Keeps the email readable after a bad night; the console lists everything. */
const mostLines = 100

export async function composeReport(
  row: Addressee & Pick<DigestRow, 'day'>,
  report: Report,
  { template, reason = report.reason, ...sender }: MailOrigin & ByTemplate,
): Promise<ClockMail> {
  const lines = report.lines.slice(0, mostLines)
  const more = report.lines.length - lines.length
  const { own, ...problem } = await fillClock(template, valuesOf(row, { ...report, lines }, sender))
  const isTold = template !== undefined && own.body !== undefined && namesList(template.kind, template.body ?? '')
  const shown = isTold ? [] : lines
  const remarks = [own.body ? report.hidden : '', more > 0 ? `${more} more are listed in Courtcrier.` : ''].filter(
    Boolean,
  )
  const mail = frameMail(
    row,
    {
      ...report,
      reason,
      subject: own.subject ?? report.subject,
      summary: [report.summary, report.hidden].filter(Boolean).join(' · '),
      own: own.body,
      rows: [...shown.map((line) => lineRow(line, sender)), ...remarks.map(remarkRow)],
      blocks: [...shown.map((line) => lineText(line, sender)), ...remarks],
    },
    sender,
  )
  return { mail, ...problem }
}

function valuesOf(
  { firm, day }: Pick<DigestRow, 'firm' | 'day'>,
  { values, lines }: Report,
  { consoleUrl }: MailOrigin,
): ClockValues {
  if (!values) return {}
  return {
    report: { day, ...values.counts },
    firm: { name: lineValue(firm.name) },
    [values.list]: lines.map(
      ({ values: of = {}, path = '' }): ClockItem => ({
        ...Object.fromEntries(Object.entries(of).map(([name, value]) => [name, lineValue(value)])),
        url: consoleUrl + path,
      }),
    ),
  }
}

function lineRow({ title, note, path }: ReportLine, { consoleUrl }: MailOrigin): Html {
  const name = oneLine(title, 400)
  const shown = path ? html`<a href="${consoleUrl + path}" style="color:#23407a;">${name}</a>` : html`${name}`
  return html`<tr><td style="padding:10px 24px 0;font-size:14px;line-height:20px;word-break:break-word;">${shown}<div style="font-size:13px;line-height:18px;color:#4a5365;">${oneLine(note, 600)}</div></td></tr>`
}

function remarkRow(remark: string): Html {
  return html`<tr><td style="padding:10px 24px 0;font-size:13px;line-height:18px;color:#8a5a00;">${remark}</td></tr>`
}

function lineText({ title, note, path }: ReportLine, { consoleUrl }: MailOrigin): string {
  return [oneLine(title, 400), oneLine(note, 600), path ? consoleUrl + path : '']
    .filter((line) => line !== '')
    .join('\n  ')
}
