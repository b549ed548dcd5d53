import { reference } from './fields/reference.ts'

/** The case of a record's filing, which it has by the filing alone: a role that may not see it there doesn't see it here. */
export function caseOfFiling(number: number) {
  return reference(number, 'case', { readOnly: true, isComputed: true, workedOutOf: [['envelope', 'case_id']] })
}
