import { courtCase } from '@courtcrier/contract/resources/case.ts'
import { client } from '@courtcrier/contract/resources/client.ts'
import { delivery } from '@courtcrier/contract/resources/delivery.ts'
import { courtDocument } from '@courtcrier/contract/resources/document.ts'
import { documentCopy } from '@courtcrier/contract/resources/document-copy.ts'
import { envelope } from '@courtcrier/contract/resources/envelope.ts'
import { inboxItem } from '@courtcrier/contract/resources/inbox-item.ts'
import { matter } from '@courtcrier/contract/resources/matter.ts'
import { storagePolicy } from '@courtcrier/contract/resources/storage-policy.ts'
import { timekeeper } from '@courtcrier/contract/resources/timekeeper.ts'
import { type CanSee, seesWay, type Way, waysFromFiling } from '@courtcrier/contract/ways.ts'
import type { MailDocument } from '../deliveries/filing-mail.ts'
import type { Told } from './activity-report.ts'
import type { Unmatched } from './case-report.ts'
import type { FailedCopy } from './failure-report.ts'
import type { DigestFiling } from './filings.ts'

/** Returns the value if the viewer may see all the fields that lead to it, otherwise null. */
function shown<T>(canSee: CanSee, value: T, ...path: Way): T | null {
  return seesWay(canSee, path) ? value : null
}

/** The case's own name, or else the court's from the notice. The value doesn't show which, so both must be visible. */
const caseName: Way = [
  [envelope, 'caseName'],
  [envelope, 'caseId'],
  [courtCase, 'name'],
]
const { matter: ofMatter, client: ofClient } = waysFromFiling

/** A filing of a daily digest, as far as the viewer of the preview may see it. */
export function filingForViewer(filing: DigestFiling, canSee: CanSee): DigestFiling {
  const own = <T>(value: T, key: string) => shown(canSee, value, [envelope, key])
  return {
    ...filing,
    // These group the filings of a message and link to the notice.
    caseId: own(filing.caseId, 'caseId'),
    itemId: shown(canSee, filing.itemId, [delivery, 'inboxItemId']) ?? '',
    caseName: shown(canSee, filing.caseName, ...caseName),
    docketNumber: own(filing.docketNumber, 'docketNumber'),
    courtId: own(filing.courtId, 'ecfxJurisdictionId'),
    matter: shown(canSee, filing.matter, ...ofMatter, [matter, 'name']),
    matterNumber: shown(canSee, filing.matterNumber, ...ofMatter, [matter, 'number']),
    client: shown(canSee, filing.client, ...ofClient, [client, 'name']),
    clientNumber: shown(canSee, filing.clientNumber, ...ofClient, [client, 'number']),
    event: own(filing.event, 'event'),
    docketText: own(filing.docketText, 'docketText'),
    documentNumber: own(filing.documentNumber, 'documentNumber'),
    date: own(filing.date, 'date'),
    isSealed: own(filing.isSealed, 'isSealed') ?? false,
    reason: shown(canSee, filing.reason, [delivery, 'reason']),
    documents: canSee(courtDocument, 'title') ? filing.documents.map((each) => documentForViewer(each, canSee)) : [],
  }
}

const fates = ['verdict', 'sentence', 'fileId', 'sealed']

/** A viewer who may not see the result of retrieving a document sees an ordinary link. */
function documentForViewer(document: MailDocument, canSee: CanSee): MailDocument {
  const number = shown(canSee, document.number, [courtDocument, 'number'])
  if (fates.every((key) => canSee(courtDocument, key))) return { ...document, number }
  return { ...document, number, verdict: 'fetched', sentence: null, fileId: document.id, sealed: false }
}

/** A recipient of a filing, as far as the viewer may see. */
export function toldForViewer(told: Told, canSee: CanSee): Told {
  return {
    ...told,
    itemId: shown(canSee, told.itemId, [delivery, 'inboxItemId']) ?? '',
    caseName: shown(canSee, told.caseName, ...caseName),
    event: shown(canSee, told.event, [envelope, 'event']),
    who: shown(canSee, told.who, [timekeeper, 'fullName'], [delivery, 'timekeeperId'], [delivery, 'email']) ?? '',
    status: shown(canSee, told.status, [delivery, 'status']) ?? '',
    sentence: shown(canSee, told.sentence, [delivery, 'sentence']),
    openCount: shown(canSee, told.openCount, [delivery, 'openCount']),
  }
}

export function copyForViewer(copy: FailedCopy, canSee: CanSee): FailedCopy {
  return {
    ...copy,
    caseName: shown(canSee, copy.caseName, ...caseName),
    title: shown(canSee, copy.title, [courtDocument, 'title']),
    policy: shown(canSee, copy.policy, [documentCopy, 'storagePolicyId'], [storagePolicy, 'name']) ?? '',
    sentence: shown(canSee, copy.sentence, [documentCopy, 'sentence']),
  }
}

export function unmatchedForViewer(notice: Unmatched, canSee: CanSee): Unmatched {
  return {
    ...notice,
    caseName: shown(canSee, notice.caseName, [inboxItem, 'caseName']),
    docketNumber: shown(canSee, notice.docketNumber, [inboxItem, 'docketNumber']),
    event: shown(canSee, notice.event, [inboxItem, 'event']),
    reason: shown(canSee, notice.reason, [inboxItem, 'reason']),
  }
}
