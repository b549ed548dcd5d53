import { ApiError } from '@courtcrier/contract/errors.ts'
import { sql } from 'kysely'
import type { Trx } from '../base/db/database.ts'
import type { JobQueue } from '../base/db/jobs.ts'
import { commitStep, transactionTime } from './commit.ts'
import type { Answered } from './fixes.ts'
import { type ActionTarget, getItem, personStep, refuseTransition } from './item-state.ts'
import type { Approval } from './pipeline/stage.ts'
import { reopen } from './reopen.ts'
import { endingOf } from './settle.ts'
import { lockCopies, lockOthersMissing, lockUnaddressed } from './siblings.ts'
import { keepItem } from './undo/keep-item.ts'

/**
 * Asks the court again for the missing documents of an item's filing. Its other notices that stopped for the same
 * reason continue too: each may have a link of its own.
 */
export async function retrieveAgain(trx: Trx, jobs: JobQueue, target: ActionTarget): Promise<Answered> {
  const { status, nextStage, envelopeId } = await getItem(trx, target)
  if (status !== 'Action Required' || nextStage !== null || !envelopeId)
    throw new ApiError('wrong_state', { sentence: 'This notice has no missing document to retrieve.' })
  const siblings = await lockOthersMissing(trx, { ...target, envelopeId })
  await continueAll(trx, jobs, {
    target,
    siblings,
    next: 'retrieve',
    sentence: 'Retrieving the missing documents again.',
  })
  return { siblings: siblings.length }
}

/**
 * Continues an item that stopped because its case had no one to notify, and others of the same case, once `assign` has
 * assigned a timekeeper to it.
 */
export async function continueAddressed(
  trx: Trx,
  jobs: JobQueue,
  target: ActionTarget,
  assign: (caseId: string) => Promise<string>,
): Promise<Answered> {
  const { status, nextStage } = await getItem(trx, target)
  const caseId = await findCaseId(trx, target)
  if (status !== 'Action Required' || nextStage !== 'address' || !caseId)
    throw new ApiError('wrong_state', { sentence: "This notice doesn't need a timekeeper." })
  const siblings = await lockUnaddressed(trx, { ...target, caseId })
  const name = await assign(caseId)
  await continueAll(trx, jobs, { target, siblings, next: 'address', sentence: `${name} was assigned to the case.` })
  return { siblings: siblings.length }
}

/** Continues an item that waited for a person's approval, and the other messages of its filing that do. */
export async function approveItem(trx: Trx, jobs: JobQueue, target: ActionTarget): Promise<Answered> {
  const { status, nextStage } = await getItem(trx, target)
  if (status !== 'Action Required' || nextStage !== 'deliver')
    throw new ApiError('wrong_state', { sentence: "This notice doesn't wait for an approval." })
  const siblings = await lockCopies(trx, target)
  const name = await getUserName(trx, target)
  const approval: Approval = { userId: target.userId, name }
  const outcomes = { approval }
  await continueAll(trx, jobs, { target, siblings, next: 'deliver', sentence: `${name} approved it.`, outcomes })
  return { siblings: siblings.length }
}

async function getUserName(trx: Trx, { firmId, userId }: ActionTarget): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select full_name as name from users where firm_id = ${firmId} and id = ${userId}::uuid`.execute(trx)
  return rows[0]?.name ?? 'A user'
}

interface Continuing {
  target: ActionTarget
  siblings: readonly string[]
  next: 'retrieve' | 'address' | 'deliver'
  sentence: string
  outcomes?: object
}

async function continueAll(trx: Trx, jobs: JobQueue, { target, siblings, ...rest }: Continuing): Promise<void> {
  for (const itemId of [target.itemId, ...siblings])
    await reopen(trx, jobs, { target: { ...target, itemId }, from: ['Action Required'], ...rest })
}

async function findCaseId(trx: Trx, { firmId, itemId }: ActionTarget): Promise<string | undefined> {
  const { rows } = await sql<{ caseId: string | null }>`
    select case_id as "caseId" from inbox_items where firm_id = ${firmId} and id = ${itemId}::uuid`.execute(trx)
  return rows[0]?.caseId ?? undefined
}

/**
 * Closes an item that needs attention, along with its other copies: one that lacks only a document ends as if it had
 * none missing, any other is canceled.
 */
export async function dismissItem(trx: Trx, target: ActionTarget): Promise<Answered> {
  const { status, nextStage, envelopeId } = await getItem(trx, target)
  refuseTransition(status, 'Canceled')
  if (status !== 'Action Required')
    throw new ApiError('wrong_state', { sentence: 'Only a notice that needs attention can be closed as not needed.' })
  const isGap = nextStage === null && envelopeId !== null
  const copies = isGap ? await lockOthersMissing(trx, { ...target, envelopeId }) : await lockCopies(trx, target)
  for (const itemId of [target.itemId, ...copies]) await close(trx, { ...target, itemId }, isGap)
  return { siblings: copies.length }
}

async function close(trx: Trx, target: ActionTarget, isGap: boolean): Promise<void> {
  await keepItem(trx, target)
  if (!isGap) {
    const columns = { status: 'Canceled', finished_at: transactionTime, action_required: 'NONE', reason: null }
    const sentence = 'Marked as not needed.'
    return commitStep(trx, personStep(target, { from: 'Action Required', outcome: 'canceled', sentence, columns }))
  }
  const { line, columns } = await endingOf(trx, { ...target, gap: '' })
  const step = personStep(target, {
    ...{ from: 'Action Required', outcome: 'not needed' },
    sentence: 'The missing documents were marked as not needed.',
    columns,
  })
  await commitStep(trx, { ...step, lines: [...step.lines, line] })
}
