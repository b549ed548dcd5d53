import type { ClockKind } from '@courtcrier/contract/clock-placeholders.ts'
import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import type { SearchScope } from '../../records/viewer.ts'
import { reportOfActivity } from './activity-report.ts'
import { reportOfUnmatched } from './case-report.ts'
import type { ByTemplate, ClockMail } from './clock-fill.ts'
import { composeDaily } from './compose-daily.ts'
import { composeReport } from './compose-report.ts'
import type { DigestFirm } from './digest-row.ts'
import { reportOfFailures } from './failure-report.ts'
import type { DigestFiling } from './filings.ts'
import { type ClockContent, findRecent } from './find-recent.ts'
import type { Addressee, MailOrigin } from './mail-frame.ts'

interface Wanted {
  kind: ClockKind
  subject: string
  body: string
  /** The user who asked for the preview. */
  reader: { email: string; fullName: string }
  /** ISO date. */
  day: string
}

export type MessagePreview = ClockMail & {
  /** Whether sample values are used because the viewer sees nothing that the message could report. */
  isSample: boolean
}

/** The content of a preview. */
export interface FoundForMessage {
  /** Undefined if the viewer sees nothing. */
  content: ClockContent | undefined
  firm: DigestFirm
}

/** Finds the latest content the viewer may see, for a preview of a scheduled message. */
export async function findForMessage(
  trx: Trx,
  scope: SearchScope,
  wanted: Pick<Wanted, 'kind' | 'day'>,
): Promise<FoundForMessage> {
  return { content: await findRecent(trx, scope, wanted), firm: await findDigestFirm(trx, scope.firmId) }
}

/** Composes a scheduled message from what was found, with a template that is being edited. */
export async function previewMessage(
  { content, firm }: FoundForMessage,
  { wanted, ...options }: MailOrigin & Pick<ByTemplate, 'reason'> & { wanted: Wanted },
): Promise<MessagePreview> {
  const { kind, day, reader } = wanted
  const row = { id: 'preview', email: reader.email, name: reader.fullName, day, firm }
  const template = { id: 'preview', kind, name: 'this template', subject: wanted.subject, body: wanted.body }
  const made = await composeContent(row, content ?? sampleContent(kind, day), { ...options, template })
  return { ...made, isSample: !content }
}

async function composeContent(
  row: Addressee & { day: string },
  content: ClockContent,
  options: MailOrigin & ByTemplate,
): Promise<ClockMail> {
  return 'report' in content ? composeReport(row, content.report, options) : composeDaily(row, content.filings, options)
}

/** Finds the firm as its scheduled messages show it. */
export async function findDigestFirm(trx: Trx, firmId: number): Promise<DigestFirm> {
  const { rows } = await sql<DigestFirm>`
    select name, primary_color as "primaryColor", reply_to_email as "replyToEmail", default_time_zone as "timeZone",
      public_document_access as "publicDocumentAccess" from firms where firm_id = ${firmId}`.execute(trx)
  const [firm] = rows
  if (!firm) throw new Error(`there is no firm ${firmId}`)
  // A preview contains no link that opens a document without a login.
  return { ...firm, publicDocumentAccess: false }
}

/** Sample content of a message. */
export function sampleContent(kind: ClockKind, day: string): ClockContent {
  switch (kind) {
    case 'DAILY_MESSAGE':
      return { filings: [sampleFiling('Order on motion', day), sampleFiling('Motion for summary judgment', day)] }
    case 'ACTIVITY_REPORT': {
      const told = { ...sample, who: 'Maya Lowe', status: 'sent', sentence: null, openCount: 1, timekeeperId: null }
      return { report: reportOfActivity(day, { all: [told], lines: [told], hidden: '' }) }
    }
    case 'DMS_FAILURE_REPORT': {
      const copy = { ...sample, title: 'Order', policy: 'Matter folders', sentence: "The folder doesn't exist." }
      return { report: reportOfFailures(day, { count: 1, lines: [copy], hidden: '' }) }
    }
    case 'CASE_NOT_FOUND_REPORT': {
      const notice = { ...sample, id: 'sample', docketNumber: '3:26-cv-01234', reason: 'No case has this number.' }
      return { report: reportOfUnmatched(day, { count: 1, lines: [notice], hidden: '' }) }
    }
  }
}

const sample = { itemId: 'sample', envelopeId: 'sample', caseIds: [], caseName: "A case's name", event: 'Order' }

function sampleFiling(event: string, day: string): DigestFiling {
  return {
    digestId: 'sample',
    deliveryId: 'sample',
    envelopeId: 'sample',
    status: 'scheduled',
    itemId: 'sample',
    timekeeperId: null,
    inactive: null,
    reason: 'Assigned to the case.',
    caseId: 'sample',
    caseIds: [],
    caseName: "A case's name",
    docketNumber: '3:26-cv-01234',
    courtId: null,
    matter: "A matter's name",
    matterNumber: '1001',
    client: "A client's name",
    clientNumber: '100',
    event,
    docketText: `${event.toUpperCase()}. What the clerk wrote.`,
    documentNumber: '118',
    date: day,
    isSealed: false,
    documents: [],
  }
}
