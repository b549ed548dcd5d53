import type { Message } from '../../message/message.ts'
import { messageOf } from '../../read-fixture.ts'
import { compileFormat } from './compile-format.ts'
import { definitionOf, type FirmParser, type FormatDefinition } from './definition.ts'

/** An unknown format of a county court; no such court sends mail. */
export const county: FormatDefinition = definitionOf({
  name: 'Example County',
  senderDomains: ['courts.examplecounty.example'],
  subjectPatterns: ['Filing in {docket number} - {case name}', 'Notice of * Filing'],
  ecfxJurisdictionId: 'texbizct',
  docketNumberLabels: ['Case No.', 'Cause Number'],
  caseNameLabels: ['Case Style'],
  documentTitleLabels: ['Document'],
  docketTextLabels: ['Docket text'],
  filedDateLabels: ['Filed'],
  filedByLabels: ['Filed by'],
  referenceLabels: ['Envelope number'],
  recipientLabels: ['Served on'],
  linkHosts: ['documents.examplecounty.example'],
  linkWords: ['download*document', 'view document'],
})

/** Returns the parser of the county's format with these fields changed. Throws when it can't be used. */
export function countyParser(changes: Partial<FormatDefinition> = {}): FirmParser {
  const compiled = compileFormat({ ...county, ...changes })
  if ('parser' in compiled) return compiled.parser
  throw new Error(JSON.stringify(compiled.problems))
}

/** A message from the county. */
export function countyMail(parts: Partial<Message>): Message {
  return messageOf({
    from: { name: 'Clerk', address: 'no-reply@courts.examplecounty.example' },
    subject: 'Filing in 2026-CV-00123 - Ortega v. Meridian Freight Co.',
    ...parts,
  })
}

export const countyTable = `<html><body><h2>Example County District Clerk</h2><table>
<tr><td>Case No.</td><td>2026-CV-00123</td></tr>
<tr><td><b>Case Style:</b></td><td>Ortega v.
   Meridian Freight&nbsp;Co.</td></tr>
<tr><td>Filed</td><td>11/21/2026 4:05 PM CST</td></tr>
<tr><td>Filed by</td><td>Jane Roe</td></tr>
<tr><td>Document:</td><td>Motion to Compel</td></tr>
<tr><td>Docket text</td><td><p>MOTION to Compel by Roe.</p><p>Hearing to be set.</p></td></tr>
<tr><td>Served on</td><td>Ann Poe &lt;ann@firm.example&gt;; Carl Dee</td></tr>
</table><p>Envelope number: 9917</p>
<a href="https://documents.examplecounty.example/view?id=1">Download the document</a>
<a href="https://documents.examplecounty.example/unsubscribe">Unsubscribe</a></body></html>`

export const countyText = `Example County District Clerk

Cause Number: 2026-CV-00123    Filed: November 21, 2026
Case Style: Ortega v. Meridian
    Freight Co.
Filed by: Jane Roe
Document: Motion to Compel
Docket text:
MOTION to Compel by Roe.
Hearing to be set.

Envelope number: 9917
View document: https://documents.examplecounty.example/view-document?id=1
`
