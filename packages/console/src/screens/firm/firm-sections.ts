import type { Firm } from '@courtcrier/contract/resources/firm.ts'

export interface FirmSection {
  /** Its place in the address, and the key of its texts. */
  id: string
  keys: readonly (keyof Firm)[]
}

/** The settings of the firm as people look for them. */
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
      'ignoredCaseStatuses',
    ],
  },
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

/** Fields that are set elsewhere: the logo beside the colours, the walls by a switch that asks, the others on pages of their own or as people work. */
export const setElsewhere: readonly (keyof Firm)[] = [
  'hasLogo',
  'internalWallsEnabled',
  'internalWallsState',
  'storagePolicyHierarchy',
  'dictionary',
  'webPreferences',
]
