import type { Trx } from '../../../base/db/database.ts'
import type { Recorded, Recording } from '../recording.ts'

/**
 * Records the sender's trust where lists, mail and programs read it. A person vouches for what they entered. Of a forward
 * of one attached original, the list shows the original, as everything else does.
 */
export async function recordSender(_: Trx, { work, result }: Recording<'authenticate'>): Promise<Recorded> {
  const { entered } = work.origin
  return {
    columns: {
      trust: result.trust,
      sender_flag: result.flag ?? null,
      sender_proof: result.proof?.slice(0, 500) ?? null,
      ...result.shown,
      ...(result.otherCaseIds ? { other_case_ids: result.otherCaseIds } : {}),
      ...(entered ? { vouched_by: entered.by.slice(0, 500) } : {}),
    },
  }
}
