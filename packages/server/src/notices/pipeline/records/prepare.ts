import type { Trx } from '../../../base/db/database.ts'
import { applyOwnTitles, wantOwnTitles } from '../../titles/apply-titles.ts'
import { leaveToService } from '../../titles/leave-to-service.ts'
import type { Recorded, Recording } from '../recording.ts'

/** Titles the documents as they title themselves, if the firm's document processing says so. */
export async function recordTitles(trx: Trx, { work, result, jobs }: Recording<'prepare'>): Promise<Recorded> {
  const { firmId, envelopeId } = work
  const { ownTitles } = result
  if (!ownTitles || !envelopeId) return {}
  await wantOwnTitles(trx, { firmId, envelopeId, processingId: ownTitles.processingId })
  const count = await applyOwnTitles(trx, { firmId, envelopeId })
  await leaveToService(trx, jobs, { firmId, envelopeId })
  const sentence =
    count === 1
      ? 'One document was titled as it titles itself'
      : `${count} documents were titled as they title themselves`
  return count > 0 ? { sentence: `${sentence}: ${ownTitles.because}` } : {}
}
