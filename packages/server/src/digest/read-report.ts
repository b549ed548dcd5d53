import type { Trx } from '../base/db/database.ts'
import { activityReport } from './activity-report.ts'
import { casesNotFound } from './case-report.ts'
import type { Report } from './compose-report.ts'
import type { DigestRow } from './digest-row.ts'
import { errorNotification } from './error-report.ts'
import { failedCopies } from './failure-report.ts'

/** What a report tells of; undefined when there is nothing, and nothing is sent. */
export function readReport(trx: Trx, row: DigestRow): Promise<Report | undefined> {
  switch (row.kind) {
    case 'activity':
      return activityReport(trx, row)
    case 'dms_failures':
      return failedCopies(trx, row)
    case 'case_not_found':
      return casesNotFound(trx, row)
    case 'errors':
      return errorNotification(trx, row)
    case 'daily':
      return Promise.resolve(undefined)
  }
}
