import { type Html, html, oneLine } from '../delivery/mail-text.ts'
import { type ClockItem, type ClockValues, namesList } from '../templates/clock-template.ts'
import { type ByTemplate, type ClockMail, fillClock, lineValue } from './clock-fill.ts'
import type { DigestRow } from './digest-row.ts'
import { type Addressee, frameMail, type Sender } from './mail-frame.ts'

/** What a report says. */
export interface Report {
  subject: string
  title: string
  summary: string
  lines: readonly ReportLine[]
  /** What happened and is not among the lines, because a wall hides it from the reader; '' where nothing is hidden. */
  hidden: string
  reason: string
  settings: { label: string; path: string }
  /** What a template of the firm counts, and what it calls the lines; absent for a report that has none. */
  values?: { counts: Readonly<Record<string, number>>; list: string }
}

export interface ReportLine {
  title: string
  note: string
  /** A path of the console. */
  path?: string
  /** What a template names of it. */
  values?: Readonly<Record<string, string | null>>
}

/** So that a bad night is a mail that can be read; the console lists them all. */
const mostLines = 100

export async function composeReport(
  row: Addressee & Pick<DigestRow, 'day'>,
  report: Report,
  { template, reason = report.reason, ...sender }: Sender & ByTemplate,
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
  { publicUrl }: Sender,
): ClockValues {
  if (!values) return {}
  return {
    report: { day, ...values.counts },
    firm: { name: lineValue(firm.name) },
    [values.list]: lines.map(
      ({ values: of = {}, path = '' }): ClockItem => ({
        ...Object.fromEntries(Object.entries(of).map(([name, value]) => [name, lineValue(value)])),
        url: publicUrl + path,
      }),
    ),
  }
}

function lineRow({ title, note, path }: ReportLine, { publicUrl }: Sender): Html {
  const name = oneLine(title, 400)
  const shown = path ? html`<a href="${publicUrl + path}" style="color:#23407a;">${name}</a>` : html`${name}`
  return html`<tr><td style="padding:10px 24px 0;font-size:14px;line-height:20px;word-break:break-word;">${shown}<div style="font-size:13px;line-height:18px;color:#4a5365;">${oneLine(note, 600)}</div></td></tr>`
}

function remarkRow(remark: string): Html {
  return html`<tr><td style="padding:10px 24px 0;font-size:13px;line-height:18px;color:#8a5a00;">${remark}</td></tr>`
}

function lineText({ title, note, path }: ReportLine, { publicUrl }: Sender): string {
  return [oneLine(title, 400), oneLine(note, 600), path ? publicUrl + path : '']
    .filter((line) => line !== '')
    .join('\n  ')
}
