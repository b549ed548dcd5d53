import { sql } from 'kysely'
import { messageReader } from '../../../courts/read-on-thread.ts'
import { addressIn } from '../../../mail/preview.ts'
import { findStampWait } from '../../stamps/find-stamp-wait.ts'
import { receivedOf } from '../received.ts'
import type { Stage, StageDeps, Work } from '../stage.ts'

/**
 * Passes on the recipients: each gets one delivery, unless the address was notified of this filing before. Where the
 * firm wants a person to look first, it waits for that person's approval; the documents are retrieved by then. The
 * recipients wait if the firm wants the documents stamped first.
 */
export const deliverStage: Stage<'deliver'> = {
  name: 'deliver',
  run: async (work, deps) => {
    const waiting = await whyApproval(work, deps)
    if (waiting) return { kind: 'review', sentence: waiting }
    const recipients = work.results.address?.recipients ?? []
    const names = recipients.map((recipient) => recipient.email).join(', ')
    const stampWait = await deps.read((trx) => findStampWait(trx, work))
    return {
      kind: 'done',
      sentence: recipients.length > 0 ? `Notifying ${names}.` : 'There is no one to notify.',
      result: { planned: recipients, ...(stampWait && { stampWait }) },
    }
  },
}

/** Why a notice waits although nothing is wrong with it. */
export const approvalReasons = {
  every: 'Everything is ready. The firm approves each notice before anyone is notified.',
  sender: (address: string) =>
    `Everything is ready. The firm approves notices from ${address} before anyone is notified.`,
} as const

/**
 * Returns a sentence if a person has to approve the notice first. The person who entered it or chose its case has
 * looked at it, and so has the one who approved another message of its filing.
 */
async function whyApproval(work: Work, deps: StageDeps): Promise<string | undefined> {
  const { firm, origin, results, approval } = work
  if (approval || origin.entered || results.match?.chosenBy) return undefined
  const reason = firm.manuallyProcessNotices ? approvalReasons.every : await whySender(work)
  return reason && !(await isFilingApproved(work, deps)) ? reason : undefined
}

/**
 * Compares the sender, and who wrote the notice as it was forwarded: the "From" of an attached original and of what is
 * quoted. No one needs to prove those, because being listed only makes a notice wait. The message is read only if the
 * sender itself isn't listed.
 */
async function whySender(work: Work): Promise<string | undefined> {
  const listed = work.firm.manualProcessEmails.map((each) => each.toLowerCase())
  if (listed.length === 0) return undefined
  const outer = addressIn(work.sender ?? '').toLowerCase()
  if (listed.includes(outer)) return approvalReasons.sender(outer)
  const named = await messageReader.senders(await receivedOf(work))
  if ('problem' in named) return named.problem
  const found = named.senders.find((address) => listed.includes(address))
  return found && approvalReasons.sender(found)
}

async function isFilingApproved({ firmId, itemId, envelopeId }: Work, { read }: StageDeps): Promise<boolean> {
  if (!envelopeId) return false
  return read(async (trx) => {
    const { rows } = await sql`
      select from inbox_items i join item_progress p on p.firm_id = i.firm_id and p.id = i.id
      where i.firm_id = ${firmId} and i.envelope_id = ${envelopeId}::uuid and i.id <> ${itemId}::uuid
        and p.outcomes ? 'approval' limit 1`.execute(trx)
    return rows.length > 0
  })
}
