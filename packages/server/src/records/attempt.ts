import { ApiError } from '@courtcrier/contract/errors.ts'
import { describeProblem } from '@courtcrier/contract/messages.ts'
import { camelCase } from '@courtcrier/contract/names.ts'
import { labelOf, type Resource } from '@courtcrier/contract/resource.ts'
import { sql } from 'kysely'
import type { Trx } from '../base/db/database.ts'
import { databaseProblem } from './database-problem.ts'

/**
 * Runs something a rule or the database may refuse, without ending the transaction: a refusal rolls back what it did.
 * Returns the refusal, if any.
 */
export async function attempt(
  trx: Trx,
  run: () => Promise<unknown>,
  { isDeletion = false }: { isDeletion?: boolean } = {},
): Promise<ApiError | undefined> {
  await sql`savepoint attempt`.execute(trx)
  try {
    await run()
    await sql`release savepoint attempt`.execute(trx)
    return undefined
  } catch (error) {
    const refusal = error instanceof ApiError ? error : databaseProblem(error, isDeletion)
    if (!refusal || refusal.code === 'unavailable') throw error
    await sql`rollback to savepoint attempt`.execute(trx)
    await sql`release savepoint attempt`.execute(trx)
    return refusal
  }
}

/** Why one of several rows was refused, naming the wrong fields. */
export function refusalSentence(
  resource: Resource,
  { message, problems }: Pick<ApiError, 'message' | 'problems'>,
  describe: (code: string) => string = describeProblem,
): string {
  if (problems.length === 0) return message
  return problems.map(({ field, code }) => `${labelOf(resource, camelCase(field))}: ${describe(code)}`).join(' ')
}
