import type { Trx } from '../../base/db/database.ts'
import type { Recorded, Recording } from '../recording.ts'

/** Who stands for the sender, where lists, mails and programs read it. What somebody entered, they vouch for. */
export async function recordSender(_: Trx, { work, result }: Recording<'authenticate'>): Promise<Recorded> {
  const { entered } = work.origin
  return {
    columns: {
      trust: result.trust,
      sender_flag: result.flag ?? null,
      sender_proof: result.proof?.slice(0, 500) ?? null,
      ...(entered ? { vouched_by: entered.by.slice(0, 500) } : {}),
    },
  }
}
