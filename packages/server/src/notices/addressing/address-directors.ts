import type { Trx } from '../../base/db/database.ts'
import { findDirectors } from '../../records/directors/find-directors.ts'
import type { RecipientChoice } from './choose-recipients.ts'

interface Question extends Pick<RecipientChoice, 'assigned' | 'rules'> {
  firmId: number
  /** The firm's additional addresses. */
  addresses: readonly string[]
  /** The ID of the firm's record. */
  firmRecord: string
}

/** Finds who directed a filing to additional addresses, for `chooseRecipients`; queries only if there are any. */
export async function findAddressDirectors(
  trx: Trx,
  { firmId, assigned, rules, addresses, firmRecord }: Question,
): Promise<NonNullable<RecipientChoice['directors']>> {
  const records = [
    ...rules.filter(({ include }) => include.length > 0).map(({ id }) => ({ entity: 'notification_rule', id })),
    ...assigned
      .filter(({ additionalEmails }) => additionalEmails.length > 0)
      .map(({ id }) => ({ entity: 'timekeeper', id })),
    ...(addresses.length > 0 ? [{ entity: 'firm', id: firmRecord }] : []),
  ]
  return { of: await findDirectors(trx, { firmId, records }), firmRecord }
}
