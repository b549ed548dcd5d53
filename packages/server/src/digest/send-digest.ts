import { isEmail } from '@courtcrier/contract/fields/email.ts'
import { publicLinkPath } from '../auth/public-link.ts'
import { inBatches } from '../base/db/batches.ts'
import type { Trx } from '../base/db/database.ts'
import { withFirm } from '../base/db/firm-transaction.ts'
import { isUnsureOfOthers, lookAgainIfSending } from '../base/db/in-other-hands.ts'
import type { ClaimedJob } from '../base/db/job.ts'
import { untilWritten } from '../base/db/patience.ts'
import type { Services } from '../base/services.ts'
import type { TemplateProblem } from '../delivery/fill-template.ts'
import type { Mail } from '../delivery/mail.ts'
import type { OutgoingMail } from '../delivery/outgoing-mail.ts'
import { composeDaily } from './compose-daily.ts'
import { composeReport } from './compose-report.ts'
import { cancelHidden, type DigestResult, type EndedDigest, kindNames, recordDigests } from './digest-result.ts'
import { type DigestRow, startDigests } from './digest-row.ts'
import { readDaily } from './filings.ts'
import { findClockTemplates } from './find-templates.ts'
import { dayName } from './mail-frame.ts'
import { readReport } from './read-report.ts'

/** A message by the clock, ready to send; no mail where there is nothing to tell. */
export interface BuiltDigest {
  row: DigestRow
  told: readonly string[]
  mail: Mail | undefined
  /** Why the firm's template did not make it. */
  templateProblem?: TemplateProblem
}

/** Sends one message by the clock, with the crash rules of `deliver`. */
export async function sendDigest(services: Services, mail: OutgoingMail, job: ClaimedJob): Promise<void> {
  const { firmId } = job.data
  const built = await build(services, firmId, job.data)
  if (!built) return lookAgainIfSending(services, { queue: 'digest', data: job.data })
  if (built.row.wasInterrupted) services.metrics.deliveries.inc({ status: 'repeated' }, built.told.length)
  const result = await attempt(services, mail, built)
  // The mail is out: what is not written down now would be sent again.
  await untilWritten(() => end(services, firmId, { id: built.row.id, ...built, result }))
}

/**
 * In milliseconds. Nobody waits for one message of a morning, and what a transaction costs is shared by all that are in it:
 * most of all on the embedded database, where the mails stand still while it works.
 */
const gatherMs = 100

const build = inBatches(
  async (services: Services, firmId, asked: readonly { id: string }[]) => {
    const built = await buildDigests(
      services,
      firmId,
      asked.map(({ id }) => id),
    )
    const byId = new Map(built.map((each) => [each.row.id, each]))
    return asked.map(({ id }) => byId.get(id))
  },
  { gatherMs },
)

const end = inBatches(
  (services: Services, firmId, ended: readonly (EndedDigest & { id: string })[]) =>
    withFirm(services.database, firmId, async (trx) => {
      await recordDigests(services, trx, { firmId, ended })
      return ended
    }),
  { gatherMs },
)

/**
 * Marks messages as being sent, in one transaction, and composes them. What somebody may not see any more is left out
 * and canceled. Those that are over already are not among the answers.
 */
export async function buildDigests(
  services: Services,
  firmId: number,
  ids: readonly string[],
): Promise<readonly BuiltDigest[]> {
  const { rows, daily, reports, templates } = await withFirm(services.database, firmId, async (trx) => {
    const started = await startDigests(trx, firmId, ids, { leavesOthers: isUnsureOfOthers(services.database) })
    const content = await readDaily(
      trx,
      firmId,
      started.filter(({ kind }) => kind === 'daily'),
    )
    await cancelHidden(
      trx,
      firmId,
      [...content.values()].flatMap(({ hidden }) => hidden),
    )
    const reports = await readReports(trx, started)
    return { rows: started, daily: content, reports, templates: await findClockTemplates(trx, firmId) }
  })
  const { publicUrl, mailFrom } = services.config
  const now = new Date()
  const publicPathOf = (documentId: string) => publicLinkPath(services.publicLinks.issue({ firmId, documentId }, now))
  const making = rows.map(async (row) => {
    const report = reports.get(row.id)
    const options = { publicUrl, mailFrom, template: templates[row.kind] }
    if (report) return { row, told: [], ...(await composeReport(row, report, options)) }
    const filings = daily.get(row.id)?.filings ?? []
    if (filings.length === 0) return { row, told: [], mail: undefined }
    const told = filings.map(({ deliveryId }) => deliveryId)
    return { row, told, ...(await composeDaily(row, filings, { ...options, publicPathOf })) }
  })
  return Promise.all(making)
}

async function readReports(trx: Trx, rows: readonly DigestRow[]) {
  const found = new Map<string, NonNullable<Awaited<ReturnType<typeof readReport>>>>()
  for (const row of rows) {
    const report = row.kind === 'daily' ? undefined : await readReport(trx, row)
    if (report) found.set(row.id, report)
  }
  return found
}

async function attempt(
  { log, metrics }: Services,
  outgoing: OutgoingMail,
  { row, mail, templateProblem }: BuiltDigest,
): Promise<DigestResult> {
  if (!mail) return { empty: 'There was nothing to tell.' }
  if (!isEmail(row.email)) return { failed: `"${row.email}" is not an e-mail address.` }
  try {
    const answer = await outgoing.send(mail)
    if ('retry' in answer) return answer
    if ('rejected' in answer) return { failed: answer.rejected }
    return { sent: [sentSentence(row), templateProblem?.sentence].filter(Boolean).join(' ') }
  } catch (error) {
    log.error({ err: error, digestId: row.id }, 'a message by the clock could not be sent')
    metrics.jobErrors.inc()
    return { retry: 'Something unexpected kept it from being sent; the log of this server says what.' }
  }
}

function sentSentence({ kind, email, day, wasInterrupted }: DigestRow): string {
  const doubt = wasInterrupted
    ? ' An earlier try was interrupted, so it may have arrived before, under the same Message-ID.'
    : ''
  if (kind === 'daily') return `Sent to ${email} in the daily message of ${dayName(day)}.${doubt}`
  return `The ${kindNames[kind]} was sent to ${email}.${doubt}`
}
