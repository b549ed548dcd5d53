import type { Trx } from '../../base/db/database.ts'
import type { ColumnValues } from '../commit.ts'
import { recordUnderstood } from './possible-cases.ts'
import { recordDoubt } from './record-doubt.ts'
import type { Recorded, Recording } from './recording.ts'
import { recordFiling } from './records/address.ts'
import { recordSender } from './records/authenticate.ts'
import { recordDeliveries } from './records/deliver.ts'
import { recordMatch } from './records/match.ts'
import { recordNotice } from './records/parse.ts'
import { recordDocuments } from './records/retrieve.ts'
import { recordCopyJobs } from './records/store.ts'
import type { ResultName, Results, Work } from './stage.ts'

type Recorders = { [Name in ResultName]?: (trx: Trx, recording: Recording<Name>) => Promise<Recorded> }

/** Records each stage's result in the firm's records; stages not listed here only save their result. */
const recorders: Recorders = {
  authenticate: recordSender,
  parse: recordNotice,
  retrieve: recordDocuments,
  match: recordMatch,
  address: recordFiling,
  deliver: recordDeliveries,
  store: recordCopyJobs,
}

export async function recordResult(
  trx: Trx,
  {
    stage,
    result,
    ...rest
  }: { stage: ResultName; result: unknown } & Pick<Recording<ResultName>, 'work' | 'jobs' | 'secrets'>,
): Promise<Recorded> {
  const recorder = recorders[stage] as ((trx: Trx, recording: Recording<ResultName>) => Promise<Recorded>) | undefined
  return recorder ? recorder(trx, { ...rest, result: result as Results[ResultName] }) : {}
}

type Undecided = (trx: Trx, work: Work, review: object | undefined) => Promise<ColumnValues>

/** What is recorded of stages while a person has to decide; of others, only the reason is. */
const undecided: { [Name in ResultName]?: Undecided } = { parse: recordUnderstood, match: recordDoubt }

/** Records what a person has to decide in the firm's records. Returns columns of the item. */
export async function recordReview(
  trx: Trx,
  { work, stage, review }: { work: Work; stage: ResultName; review: object | undefined },
): Promise<ColumnValues> {
  return (await undecided[stage]?.(trx, work, review)) ?? {}
}
