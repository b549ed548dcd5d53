import { boolean } from '../fields/boolean.ts'
import { colour } from '../fields/colour.ts'
import { domainList } from '../fields/domain-list.ts'
import { email, emailList } from '../fields/email.ts'
import { longText } from '../fields/long-text.ts'
import { number } from '../fields/number.ts'
import { reference } from '../fields/reference.ts'
import { select } from '../fields/select.ts'
import { text } from '../fields/text.ts'
import { textList } from '../fields/text-list.ts'
import { timeOfDay } from '../fields/time-of-day.ts'
import { timeZone } from '../fields/time-zone.ts'
import { defineResource, type RowOf } from '../resource.ts'
import { cadences, deliveryMethods } from './delivery.ts'
import { eventLevels } from './system-event.ts'

export const storageLevels = ['firm', 'location', 'practice_group', 'client', 'matter', 'case'] as const

/** The firm itself: one row, with routes of its own. */
export const firm = defineResource('firm', {
  label: ['Firm information', 'Firm information'],
  route: '/firm-information',
  access: 'firmAccess',
  title: 'name',
  idKind: 'number',
  isSingleton: true,
  fields: {
    name: text(4, { required: true, max: 60, pattern: /^[\p{L}\p{M}\d ,:\-+.&]*$/u, patternCode: 'firm_name' }),
    signonType: select(5, ['local', 'saml'], { required: true, default: 'local' }),
    maxCaseDeletionsOnImport: number(6, { min: 0 }),
    defaultDailyCadenceDeliveryTime: timeOfDay(7),
    publicDocumentAccess: boolean(8),
    manuallyProcessNotices: boolean(9),
    manualProcessEmails: emailList(10),
    storeNoticeAsDocketText: boolean(11),
    maxEmailAttachmentSize: number(12, {
      min: 0,
      max: 2_000_000_000,
      help: 'In bytes; larger documents are sent as links.',
    }),
    primaryColor: colour(13),
    secondaryColor: colour(14),
    hasLogo: boolean(15, { readOnly: true }),
    defaultDeliveryMethod: select(16, deliveryMethods, { required: true, default: 'PDF' }),
    defaultNotificationCadence: select(17, cadences, { required: true, default: 'REALTIME' }),
    internalWallsEnabled: boolean(18),
    storagePolicyHierarchy: textList(19, { values: storageLevels }),
    storagePolicyId: reference(20, 'storage_policy'),
    internalWallsState: select(21, ['applied', 'applying', 'unapplied'], {
      required: true,
      default: 'unapplied',
      readOnly: true,
    }),
    prefersCombinedDocuments: boolean(22),
    defaultEmailTemplateId: reference(23, 'email_template'),
    additionalReceiptEmails: emailList(24),
    errorNotificationEmails: emailList(25),
    errorNotificationLevel: select(26, eventLevels, { required: true, default: 'ERROR' }),
    ignoredCaseStatuses: textList(27),
    replyToEmail: email(28),
    waitForDmsAttemptToNotify: boolean(29),
    caseNotFoundReportEmails: emailList(30),
    webPreferences: longText(31, { max: 100_000 }),
    defaultTimeZone: timeZone(32),
    dmsFailureReportEmails: emailList(33),
    importWarningThreshold: number(34, { min: 0 }),
    entitledFeatures: textList(35, { readOnly: true }),
    acceptedEmailDomains: domainList(36, { help: 'Mail from other domains is ignored; empty accepts all.' }),
    ignoredEmailDomains: domainList(37),
    extractDocumentWebLinks: boolean(38),
    hidesUnknownEmails: boolean(39, {
      label: 'Hide unknown e-mails',
      help: 'Forgot password then gives the same answer whether or not an account exists.',
    }),
    incomingEmailAddresses: emailList(40, {
      help: 'Where courts send the notices of this firm; an address at a whole domain is written *@example.com.',
    }),
    hostNames: textList(41, { readOnly: true }),
    maxMessageSize: number(42, {
      min: 100_000,
      max: 200_000_000,
      help: 'In bytes; larger messages are refused by the mail listener.',
    }),
    trustedForwarders: domainList(43, {
      label: 'Trusted forwarding services',
      help: 'Services that pass the firm its mail on and whose seal (ARC) proves that they checked the sender.',
    }),
  },
  list: { columns: ['name'], sort: 'name' },
})
export type Firm = RowOf<typeof firm>

/** What anybody may know of a firm, so that the log-in page can carry its name and colours. */
export const publicFirmFields: readonly (keyof Firm)[] = [
  'id',
  'name',
  'signonType',
  'primaryColor',
  'secondaryColor',
  'hasLogo',
  'entitledFeatures',
]
