import { caseStatuses } from '../case-statuses.ts'
import { cadences, deliveryMethods, methodLabels } from '../delivery-methods.ts'
import { eventLevels } from '../event-levels.ts'
import { boolean } from '../fields/boolean.ts'
import { color } from '../fields/color.ts'
import { domainList } from '../fields/domain-list.ts'
import { email, emailList } from '../fields/email.ts'
import { longText } from '../fields/long-text.ts'
import { map } from '../fields/map.ts'
import { number } from '../fields/number.ts'
import { reference } from '../fields/reference.ts'
import { longestChoice, select } from '../fields/select.ts'
import { text } from '../fields/text.ts'
import { textList } from '../fields/text-list.ts'
import { timeOfDay } from '../fields/time-of-day.ts'
import { timeZone } from '../fields/time-zone.ts'
import { defineResource, type RowOf } from '../resource.ts'
import { storageLevels } from '../storage-levels.ts'
import { templatesFor } from '../template-kinds.ts'

/** The firm itself: one row, with its own routes. */
export const firm = defineResource('firm', {
  label: ['Firm information', 'Firm information'],
  route: '/firm-information',
  access: 'firmAccess',
  title: 'name',
  idKind: 'number',
  isSingleton: true,
  fields: {
    name: text(4, { required: true, max: 60, pattern: /^[\p{L}\p{M}\d ,:\-+.&]*$/u, patternCode: 'firm_name' }),
    signonType: select(5, ['local', 'saml', 'oidc'], {
      required: true,
      default: 'local',
      label: 'Sign-on',
      valueLabels: {
        local: 'Email and password',
        saml: 'Single sign-on (SAML)',
        oidc: 'Single sign-on (OpenID Connect)',
      },
      help: 'With single sign-on, only administrators can still use a password. Before you turn it on, test an identity provider with your own account.',
    }),
    maxCaseDeletionsOnImport: number(6, {
      min: 0,
      label: 'Maximum case deletions per import',
      help: 'An import that would delete more is stopped; no limit if empty.',
    }),
    defaultDailyCadenceDeliveryTime: timeOfDay(7, { label: 'Daily summary time' }),
    publicDocumentAccess: boolean(8, { help: 'Links in emails open documents without a login.' }),
    manuallyProcessNotices: boolean(9, {
      label: 'Approve every notice',
      help: 'Documents are retrieved and recipients chosen, but no one is notified until a person approves.',
    }),
    manualProcessEmails: emailList(10, {
      label: 'Senders to approve',
      help: 'Notices from these addresses wait for approval in the same way.',
    }),
    storeNoticeAsDocketText: boolean(11, {
      help: "The court's notice itself is saved as a PDF with the filing's documents, and is emailed and copied to the DMS like them.",
    }),
    maxEmailAttachmentSize: number(12, {
      min: 0,
      max: 2_000_000_000,
      help: 'In bytes; larger documents are sent as links.',
    }),
    primaryColor: color(13),
    secondaryColor: color(14),
    hasLogo: boolean(15, { readOnly: true }),
    defaultDeliveryMethod: select(16, deliveryMethods, { required: true, default: 'PDF', valueLabels: methodLabels }),
    defaultNotificationCadence: select(17, cadences, { required: true, default: 'REALTIME' }),
    internalWallsEnabled: boolean(18, {
      default: true,
      label: 'Ethical walls on',
      help: 'When off, ethical walls restrict no one, in the console or in email.',
    }),
    storagePolicyHierarchy: textList(19, { values: storageLevels, directs: 'to' }),
    storagePolicyId: reference(20, 'storage_policy', { directs: 'to' }),
    internalWallsState: select(21, ['applied', 'applying', 'unapplied'], {
      required: true,
      default: 'unapplied',
      readOnly: true,
      label: 'State of the ethical walls',
      valueLabels: {
        applied: 'Applied: the walls are in effect',
        applying: 'Being applied',
        unapplied: 'Not applied: no one is restricted',
      },
    }),
    prefersCombinedDocuments: boolean(22, { help: 'All documents of a filing in one PDF.' }),
    defaultEmailTemplateId: reference(23, 'email_template', {
      ...templatesFor('FILING'),
      help: 'For emails about filings.',
    }),
    additionalReceiptEmails: emailList(24, {
      directs: 'to',
      help: 'Notified of every filing, in addition to the people on the case.',
    }),
    errorNotificationEmails: emailList(25, {
      directs: 'to',
      help: 'Notified of events at the error notification level or higher.',
    }),
    errorNotificationLevel: select(26, eventLevels, { required: true, default: 'ERROR' }),
    ignoredCaseStatuses: textList(27, {
      values: caseStatuses,
      moreIn: 'caseStatuses',
      help: 'Notices in cases with one of these statuses are saved, and no one is notified.',
    }),
    replyToEmail: email(28, { directs: 'to' }),
    waitForDmsAttemptToNotify: boolean(29, {
      label: 'Wait for the DMS before notifying people',
      help: 'The email can then link to the copies in the DMS.',
    }),
    caseNotFoundReportEmails: emailList(30, { directs: 'to', help: 'Notified of notices that need a case.' }),
    webPreferences: longText(31, { max: 100_000 }),
    defaultTimeZone: timeZone(32),
    dmsFailureReportEmails: emailList(33, {
      directs: 'to',
      label: 'DMS failure report emails',
      help: "Notified of copies that couldn't be saved to the DMS.",
    }),
    importWarningThreshold: number(34, {
      min: 0,
      help: 'Up to this many errors in an import count as warnings; none if empty.',
    }),
    entitledFeatures: textList(35, { readOnly: true, label: 'Paid features' }),
    acceptedEmailDomains: domainList(36, { help: 'Email from other domains is ignored; leave empty to accept all.' }),
    ignoredEmailDomains: domainList(37, { help: 'Email from these domains is ignored.' }),
    extractDocumentWebLinks: boolean(38, {
      help: "Documents that the notice's text links to, on courts' hosts, are retrieved with the filing's documents. No other link is opened.",
    }),
    hidesUnknownEmails: boolean(39, {
      label: 'Hide unknown emails',
      help: 'Forgot Password then shows the same message whether or not an account exists.',
    }),
    incomingEmailAddresses: emailList(40, {
      help: "Where courts send this firm's notices; *@example.com stands for every address at a domain.",
    }),
    hostNames: textList(41, { readOnly: true, label: 'Console host names' }),
    maxMessageSize: number(42, {
      min: 100_000,
      max: 200_000_000,
      help: 'In bytes; larger messages are refused by the mail listener.',
    }),
    trustedForwarders: domainList(43, {
      label: 'Trusted forwarding services',
      help: 'Services that forward email to the firm and whose ARC seal proves that they checked the sender.',
    }),
    dictionary: map(44, {
      max: 60,
      pattern: /^[A-Za-z]\w*\.[A-Za-z]\w*$/,
      patternCode: 'not_dictionary',
      help: "The firm's own words: matter.one for one matter, matter.many for several, nav.inbox for the menu.",
    }),
    dailyMessageTemplateId: reference(45, 'email_template', {
      ...templatesFor('DAILY_MESSAGE'),
      label: 'Daily message template',
      help: "Courtcrier's own if empty.",
    }),
    activityReportTemplateId: reference(46, 'email_template', {
      ...templatesFor('ACTIVITY_REPORT'),
      label: 'Daily activity report template',
    }),
    dmsFailureReportTemplateId: reference(47, 'email_template', {
      ...templatesFor('DMS_FAILURE_REPORT'),
      label: 'DMS failure report template',
    }),
    caseNotFoundReportTemplateId: reference(48, 'email_template', {
      ...templatesFor('CASE_NOT_FOUND_REPORT'),
      label: 'Case-not-found report template',
    }),
    omitsOwnFilings: boolean(49, {
      label: "Leave the firm's own filings out of emails",
      help: "No one is notified of what one of the firm's timekeepers filed, unless it was rejected.",
    }),
    caseStatuses: textList(50, {
      max: 50,
      longestItem: longestChoice,
      help: 'Statuses a case can have besides Open and Closed, such as On appeal or Stayed.',
    }),
  },
  list: { columns: ['name'], sort: 'name' },
})
export type Firm = RowOf<typeof firm>

/** A firm's public fields, so that the login page can show its name and colors. */
export const publicFirmFields: readonly (keyof Firm)[] = [
  'id',
  'name',
  'signonType',
  'primaryColor',
  'secondaryColor',
  'hasLogo',
]
