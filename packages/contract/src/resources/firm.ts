import { boolean } from '../fields/boolean.ts'
import { colour } from '../fields/colour.ts'
import { domainList } from '../fields/domain-list.ts'
import { email, emailList } from '../fields/email.ts'
import { longText } from '../fields/long-text.ts'
import { map } from '../fields/map.ts'
import { number } from '../fields/number.ts'
import { reference } from '../fields/reference.ts'
import { select } from '../fields/select.ts'
import { text } from '../fields/text.ts'
import { textList } from '../fields/text-list.ts'
import { timeOfDay } from '../fields/time-of-day.ts'
import { timeZone } from '../fields/time-zone.ts'
import { defineResource, type RowOf } from '../resource.ts'
import { storageLevels } from '../storage-levels.ts'
import { cadences, deliveryMethods, methodLabels } from './delivery.ts'
import { templatesFor } from './email-template.ts'
import { eventLevels } from './system-event.ts'

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
    signonType: select(5, ['local', 'saml'], {
      required: true,
      default: 'local',
      label: 'Sign-on',
      valueLabels: { local: 'E-mail and password', saml: 'Single sign-on (SAML)' },
    }),
    maxCaseDeletionsOnImport: number(6, {
      min: 0,
      label: 'Most case deletions of an import',
      help: 'An import that would delete more is stopped; no limit when empty.',
    }),
    defaultDailyCadenceDeliveryTime: timeOfDay(7, { label: 'Daily summary at' }),
    publicDocumentAccess: boolean(8, { help: 'Links in mails open documents without signing in.' }),
    manuallyProcessNotices: boolean(9, { help: 'Every notice waits for a person.' }),
    manualProcessEmails: emailList(10, {
      label: 'Addresses for manual processing',
      help: 'What comes to one of these waits for a person.',
    }),
    storeNoticeAsDocketText: boolean(11, {
      help: 'The text of the notice is kept where the court gives no docket text.',
    }),
    maxEmailAttachmentSize: number(12, {
      min: 0,
      max: 2_000_000_000,
      help: 'In bytes; larger documents are sent as links.',
    }),
    primaryColor: colour(13),
    secondaryColor: colour(14),
    hasLogo: boolean(15, { readOnly: true }),
    defaultDeliveryMethod: select(16, deliveryMethods, { required: true, default: 'PDF', valueLabels: methodLabels }),
    defaultNotificationCadence: select(17, cadences, { required: true, default: 'REALTIME' }),
    internalWallsEnabled: boolean(18, {
      default: true,
      label: 'Ethical walls on',
      help: 'When off, no ethical wall keeps anyone out, in the console or in mail.',
    }),
    storagePolicyHierarchy: textList(19, { values: storageLevels }),
    storagePolicyId: reference(20, 'storage_policy'),
    internalWallsState: select(21, ['applied', 'applying', 'unapplied'], {
      required: true,
      default: 'unapplied',
      readOnly: true,
      label: 'State of the ethical walls',
      valueLabels: {
        applied: 'Applied: the walls hold now',
        applying: 'Being applied',
        unapplied: 'Not applied: no one is held back',
      },
    }),
    prefersCombinedDocuments: boolean(22, { help: 'All documents of a filing in one PDF.' }),
    defaultEmailTemplateId: reference(23, 'email_template', {
      ...templatesFor('FILING'),
      help: 'For mails about filings.',
    }),
    additionalReceiptEmails: emailList(24, { help: 'Told of every filing, beside the people of the case.' }),
    errorNotificationEmails: emailList(25, { help: 'Told of events of the level below and above.' }),
    errorNotificationLevel: select(26, eventLevels, { required: true, default: 'ERROR' }),
    ignoredCaseStatuses: textList(27, {
      help: 'Notices of cases with one of these statuses are kept, and nobody is told.',
    }),
    replyToEmail: email(28),
    waitForDmsAttemptToNotify: boolean(29, {
      label: 'Wait for the DMS before telling people',
      help: 'Links to the stored documents can then be in the mail.',
    }),
    caseNotFoundReportEmails: emailList(30, { help: 'Told of notices that belong to no case.' }),
    webPreferences: longText(31, { max: 100_000 }),
    defaultTimeZone: timeZone(32),
    dmsFailureReportEmails: emailList(33, {
      label: 'DMS failure report emails',
      help: 'Told of copies that could not be stored.',
    }),
    importWarningThreshold: number(34, {
      min: 0,
      help: 'So many errors of an import are warnings; none when empty.',
    }),
    entitledFeatures: textList(35, { readOnly: true, label: 'Booked features' }),
    acceptedEmailDomains: domainList(36, { help: 'Mail from other domains is ignored; empty accepts all.' }),
    ignoredEmailDomains: domainList(37, { help: 'Mail from these domains is ignored.' }),
    extractDocumentWebLinks: boolean(38, { help: 'Links inside fetched documents are listed with them.' }),
    hidesUnknownEmails: boolean(39, {
      label: 'Hide unknown e-mails',
      help: 'Forgot password then gives the same answer whether or not an account exists.',
    }),
    incomingEmailAddresses: emailList(40, {
      help: 'Where courts send the notices of this firm; an address at a whole domain is written *@example.com.',
    }),
    hostNames: textList(41, { readOnly: true, label: 'Host names of the console' }),
    maxMessageSize: number(42, {
      min: 100_000,
      max: 200_000_000,
      help: 'In bytes; larger messages are refused by the mail listener.',
    }),
    trustedForwarders: domainList(43, {
      label: 'Trusted forwarding services',
      help: 'Services that pass the firm its mail on and whose seal (ARC) proves that they checked the sender.',
    }),
    dictionary: map(44, {
      max: 60,
      pattern: /^[A-Za-z]\w*\.[A-Za-z]\w*$/,
      patternCode: 'not_dictionary',
      help: "The firm's own words: matter.one for one matter, matter.many for several, nav.inbox for the menu.",
    }),
    dailyMessageTemplateId: reference(45, 'email_template', {
      ...templatesFor('DAILY_MESSAGE'),
      label: 'Template of the daily message',
      help: "Courtcrier's own when empty.",
    }),
    activityReportTemplateId: reference(46, 'email_template', {
      ...templatesFor('ACTIVITY_REPORT'),
      label: 'Template of the daily activity report',
    }),
    dmsFailureReportTemplateId: reference(47, 'email_template', {
      ...templatesFor('DMS_FAILURE_REPORT'),
      label: 'Template of the DMS failure report',
    }),
    caseNotFoundReportTemplateId: reference(48, 'email_template', {
      ...templatesFor('CASE_NOT_FOUND_REPORT'),
      label: 'Template of the case-not-found report',
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
