import { decodeMessage } from '../../courts/message/mime.ts'
import type { Origin } from '../origin.ts'
import { examineWith } from '../sender-evidence.ts'
import { checkSender } from '../trust.ts'
import { makeDns, type TestDns, timeoutMs } from './court-mail.ts'
import { type CourtMail, courtMails } from './signed-mail.ts'
import { isOfFirm } from './trust-scenarios.ts'

/** A notice of CM/ECF as it is signed since August 2025, and its court's domain. */
export const nef: CourtMail = courtMails[1] as CourtMail
export const court = 'ared.uscourts.gov'

/** Checks who sent a message, for a firm with one notice format: the County's. */
export async function checkInMailbox(raw: Buffer, origin: Origin, dns: TestDns = makeDns()) {
  const decoded = await decodeMessage(raw)
  if ('problem' in decoded) throw new Error(decoded.problem)
  const formatsOf = async (address: string) => (address === 'clerk@county.example' ? ['County'] : [])
  const { message } = decoded
  const examine = examineWith(dns.resolve)
  return checkSender(raw, { message, origin, examine, findInsider: isOfFirm, formatsOf, timeoutMs })
}
