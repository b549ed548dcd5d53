import { isEmail } from '@courtcrier/contract/fields/email.ts'
import { openTurns, type TurnLimits, type Turns } from '@courtcrier/lib/turns.ts'
import type { Trx } from '../../base/db/database.ts'
import { withFirm } from '../../base/db/firm-transaction.ts'
import type { JobData } from '../../base/db/job.ts'
import { consoleUrlOf } from '../../base/firm-url.ts'
import type { Services } from '../../base/services.ts'
import { findStandingWalls } from '../../records/walls/walls.ts'
import { findMisdirected } from '../deliveries/directed-layout.ts'
import type { TemplateProblem } from '../deliveries/fill-template.ts'
import { type AmongOthers, openHolding } from '../lease.ts'
import type { Mail } from '../mail/mail.ts'
import { nextMailTry } from '../mail/next-mail-try.ts'
import type { OutgoingMail } from '../mail/outgoing-mail.ts'
import { mostUnanswered, openReceipts, type Receipts } from '../mail/receipts.ts'
import { publicLinkPath } from '../public-link.ts'
import type { Kind, Performed } from '../run.ts'
import { activityReport } from './activity-report.ts'
import { casesNotFound } from './case-report.ts'
import type { ClockTemplate } from './clock-fill.ts'
import { composeDaily } from './compose-daily.ts'
import { composeReport, type Report } from './compose-report.ts'
import { type DigestRow, startDigest } from './digest-row.ts'
import { accountNotification, errorNotification } from './error-report.ts'
import { failedCopies } from './failure-report.ts'
import { type DigestFiling, readDaily } from './filings.ts'
import { findClockTemplates } from './find-templates.ts'
import { dayName } from './mail-frame.ts'
import { cancelHidden, kindNames, type Note, recordDigest } from './record-digest.ts'

/** As for deliveries. */
export const digestTurns: TurnLimits = { mostTogether: 48, mostOfFirm: 48, mostOfSlow: 48 }

/** Scheduled messages: the daily message and reports. Crashes are handled as for deliveries. */
export function digestKind(
  services: Services,
  mail: OutgoingMail,
  turns: Turns = openTurns(digestTurns, services.database.outage),
): Kind<ClaimedDigest, Note> {
  const { config } = services
  const holding = openHolding(services, { table: 'digests', status: 'sending' })
  const sending = { ...services, mail, receipts: openReceipts(config.dataFolder) }
  return {
    queue: 'digest',
    rows: { table: 'digests', statuses: ['waiting', 'sending'] },
    // More than a transaction takes, so that some are built while others are sent.
    concurrency: 60,
    mostOfFirm: digestTurns.mostOfFirm,
    on: services,
    // No one waits for a single digest, and all in a transaction share its cost. That matters most on the embedded
    // database, where emails stop while it works. Report statements need plans for their actual values, hence
    // `withFirm`.
    sharing: { gatherMs: 100, open: withFirm },
    leavesToOthers: holding.leavesToOthers,
    claim: (trx, key) => claimDigest(trx, { ...key, ...holding.amongOthers() }),
    inTurn: {
      turns,
      destination: ({ firmId }) => String(firmId),
      waiting: (digest) => ({ later: waitsForTurn, note: { told: toldIn(digest) } }),
    },
    perform: (digest) => holding.during(digest, () => perform(sending, digest)),
    record: recordDigest,
    nextTry: nextMailTry(config),
    onEnd: sending.receipts.end,
  }
}

/** A message with its content. */
export interface ClaimedDigest extends DigestRow {
  filings: readonly DigestFiling[]
  report: Report | undefined
  template: ClockTemplate | undefined
}

/** Marks a message as being sent and loads its content. Anything the recipient may no longer see is left out and canceled. */
export async function claimDigest(trx: Trx, key: JobData & AmongOthers): Promise<ClaimedDigest | undefined> {
  const started = await startDigest(trx, key)
  if (!started) return undefined
  const chosen = (await findClockTemplates(trx, started))[started.kind]
  const { isTemplate, isReplyTo } = await whatIsMisdirected(trx, started, chosen)
  const template = isTemplate ? undefined : chosen
  const row = isReplyTo ? { ...started, firm: { ...started.firm, replyToEmail: null } } : started
  if (row.kind !== 'daily') return { ...row, filings: [], report: await readReport(trx, row), template }
  const { filings, hidden } = await readDaily(trx, row)
  await cancelHidden(trx, row.firmId, hidden)
  return { ...row, filings, report: undefined, template }
}

/** A message is about many filings, so every wall counts, whatever it is around. */
function whatIsMisdirected(trx: Trx, row: DigestRow, template: ClockTemplate | undefined) {
  const { firmId, firmRecord = '', firm } = row
  const layout = { firmId, firmRecord, templateId: template?.id, replyToEmail: firm.replyToEmail }
  return findMisdirected(trx, layout, () => findStandingWalls(trx, firmId))
}

/** Composes a message's email; `mail` is undefined if there is nothing to report. */
export async function composeDigest(
  { database, config, publicLinks }: Services,
  { filings, report, template, ...row }: ClaimedDigest,
): Promise<{ mail: Mail | undefined; templateProblem?: TemplateProblem }> {
  const { publicUrl, mailFrom } = config
  const consoleUrl = await consoleUrlOf({ database, config }, row.firmId)
  const options = { publicUrl, consoleUrl, mailFrom, template }
  if (report) return composeReport(row, report, options)
  if (filings.length === 0) return { mail: undefined }
  const now = new Date()
  const publicPathOf = (documentId: string) =>
    publicLinkPath(publicLinks.issue({ firmId: row.firmId, documentId }, now))
  return composeDaily(row, filings, { ...options, publicPathOf })
}

/** Returns a report's content; undefined if there is nothing to report, in which case nothing is sent. */
function readReport(trx: Trx, row: DigestRow): Promise<Report | undefined> {
  switch (row.kind) {
    case 'activity':
      return activityReport(trx, row)
    case 'dms_failures':
      return failedCopies(trx, row)
    case 'case_not_found':
      return casesNotFound(trx, row)
    case 'errors':
      return errorNotification(trx, row)
    case 'accounts':
      return accountNotification(trx, row)
    case 'daily':
      return Promise.resolve(undefined)
  }
}

const waitsForTurn = 'Waiting for its turn: other scheduled messages of the firm are being sent first.'

const unsure =
  'Sending it was interrupted twice before the mail server answered, so it may have been delivered. Check with the recipient, and send it again if necessary.'

type Sending = Services & { mail: OutgoingMail; receipts: Receipts }

async function perform(sending: Sending, digest: ClaimedDigest): Promise<Performed<Note>> {
  const told = toldIn(digest)
  try {
    const { accepted, unanswered } = sending.receipts.find<Note>(digest)
    if (accepted) return accepted
    if (unanswered >= mostUnanswered) return { failed: unsure, note: { told } }
    return await send(sending, { ...digest, wasInterrupted: digest.wasInterrupted || unanswered > 0 }, told)
  } catch (error) {
    sending.log.error({ err: error, digestId: digest.id }, 'a scheduled message could not be sent')
    sending.metrics.jobErrors.inc()
    return {
      retry: "It wasn't sent because of an unexpected error. This server's log has the details.",
      note: { told },
    }
  }
}

function toldIn({ filings }: ClaimedDigest): readonly string[] {
  return filings.map(({ deliveryId }) => deliveryId)
}

async function send(sending: Sending, digest: ClaimedDigest, told: readonly string[]): Promise<Performed<Note>> {
  if (digest.wasInterrupted) sending.metrics.deliveries.inc({ status: 'repeated' }, told.length)
  const { mail, templateProblem } = await composeDigest(sending, digest)
  const note = { told, templateProblem }
  if (!mail) return { done: 'There was nothing to report.', note: { ...note, isEmpty: true } }
  if (!isEmail(digest.email)) return { failed: `"${digest.email}" isn't an email address.`, note }
  const done = [sentSentence(digest), templateProblem?.sentence].filter(Boolean).join(' ')
  const receipt = sending.receipts.prepare(digest, { done, note })
  const answer = await sending.mail.send(mail, { firmId: digest.firmId, isScheduled: true, receipt })
  if ('later' in answer) return { ...answer, note }
  if ('retry' in answer) return { retry: answer.retry, note }
  if ('rejected' in answer) return { failed: answer.rejected, note }
  return { done, note }
}

function sentSentence({ kind, email, day, wasInterrupted }: DigestRow): string {
  const doubt = wasInterrupted
    ? ' An earlier attempt was interrupted, so it may have been delivered before, under the same Message-ID.'
    : ''
  if (kind === 'daily') return `Emailed to ${email} in the daily message of ${dayName(day)}.${doubt}`
  return `The ${kindNames[kind]} was sent to ${email}.${doubt}`
}
