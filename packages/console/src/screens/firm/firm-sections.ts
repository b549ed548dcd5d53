import type { Firm } from '@courtcrier/contract/resources/firm.ts'

export interface FirmSection {
  /** Its anchor in the address, and the key of its texts. */
  id: string
  keys: readonly (keyof Firm)[]
}

/** The firm's settings, grouped the way people look for them. */
export const firmSections: readonly FirmSection[] = [
  { id: 'identity', keys: ['name', 'primaryColor', 'secondaryColor'] },
  {
    id: 'mail',
    keys: [
      'incomingEmailAddresses',
      'acceptedEmailDomains',
      'ignoredEmailDomains',
      'trustedForwarders',
      'maxMessageSize',
      'extractDocumentWebLinks',
      'manuallyProcessNotices',
      'manualProcessEmails',
    ],
  },
  { id: 'cases', keys: ['caseStatuses', 'ignoredCaseStatuses'] },
  {
    id: 'delivery',
    keys: [
      'defaultDeliveryMethod',
      'defaultNotificationCadence',
      'defaultDailyCadenceDeliveryTime',
      'defaultTimeZone',
      'defaultEmailTemplateId',
      'dailyMessageTemplateId',
      'activityReportTemplateId',
      'replyToEmail',
      'prefersCombinedDocuments',
      'maxEmailAttachmentSize',
      'waitForDmsAttemptToNotify',
      'omitsOwnFilings',
    ],
  },
  { id: 'storage', keys: ['storagePolicyId', 'storeNoticeAsDocketText'] },
  {
    id: 'reports',
    keys: [
      'caseNotFoundReportEmails',
      'caseNotFoundReportTemplateId',
      'dmsFailureReportEmails',
      'dmsFailureReportTemplateId',
      'errorNotificationEmails',
      'errorNotificationLevel',
      'additionalReceiptEmails',
    ],
  },
  { id: 'import', keys: ['maxCaseDeletionsOnImport', 'importWarningThreshold'] },
  {
    id: 'security',
    keys: ['signonType', 'hidesUnknownEmails', 'publicDocumentAccess', 'hostNames'],
  },
  { id: 'features', keys: ['entitledFeatures'] },
]

/**
 * Fields set elsewhere: the logo next to the colors, the walls by a switch with a confirmation, the others on separate
 * pages or during work.
 */
export const setElsewhere: readonly (keyof Firm)[] = [
  'hasLogo',
  'internalWallsEnabled',
  'internalWallsState',
  'storagePolicyHierarchy',
  'dictionary',
  'webPreferences',
]
