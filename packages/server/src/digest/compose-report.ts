import { type Html, html, oneLine } from '../delivery/mail-text.ts'
import type { Mail } from '../delivery/outgoing-mail.ts'
import type { DigestRow } from './digest-row.ts'
import { frameMail, type Sender } from './mail-frame.ts'

/** What a report says. */
export interface Report {
  subject: string
  title: string
  summary: string
  lines: readonly ReportLine[]
  reason: string
  settings: { label: string; path: string }
}

export interface ReportLine {
  title: string
  note: string
  /** A path of the console. */
  path?: string
}

/** So that a bad night is a mail that can be read; the console lists them all. */
const mostLines = 100

export function composeReport(row: DigestRow, report: Report, sender: Sender): Mail {
  const lines = report.lines.slice(0, mostLines)
  const more = report.lines.length - lines.length
  const remark = more > 0 ? `${more} more are listed in Courtcrier.` : ''
  return frameMail(
    row,
    {
      ...report,
      rows: [...lines.map((line) => lineRow(line, sender)), ...(remark ? [remarkRow(remark)] : [])],
      blocks: [...lines.map((line) => lineText(line, sender)), ...(remark ? [remark] : [])],
    },
    sender,
  )
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
