import { ApiError } from '@courtcrier/contract/errors.ts'
import { describeProblem, type Problem } from '@courtcrier/contract/messages.ts'
import type { Resource } from '@courtcrier/contract/resource.ts'
import type { Trx } from '../base/db/database.ts'
import { behaviourOf } from './registry.ts'
import type { Touch } from './touch.ts'

/**
 * What of a touch goes beyond the rights of the person who acts. Every way in which rows are written asks by this:
 * forms, bulk acts, imports, and what is undone. The program itself acts with all rights.
 */
export async function findBeyond(trx: Trx, resource: Resource, touch: Touch): Promise<readonly Problem[]> {
  if (touch.writer.userId === undefined) return []
  return (await behaviourOf(resource).whyBeyond?.(trx, touch)) ?? []
}

/** Throws `forbidden` when a row may not be removed by the person who acts. */
export async function refuseRemoval(trx: Trx, resource: Resource, touch: Omit<Touch, 'after'>): Promise<void> {
  const sentence = await whyNotRemovable(trx, resource, touch)
  if (sentence !== undefined) throw new ApiError('forbidden', { sentence })
}

export async function whyNotRemovable(
  trx: Trx,
  resource: Resource,
  touch: Omit<Touch, 'after'>,
): Promise<string | undefined> {
  const [problem] = await findBeyond(trx, resource, touch)
  return problem && describeProblem(problem.code)
}
