import { type Effects, shownBy } from './effect.ts'
import { signOnTypeEffect } from './sign-on.ts'

const recipients = shownBy('notices/addressing/settings-of-recipients.test.ts')
const ignored = shownBy('notices/pipeline/ignored-notices.test.ts')
const approval = shownBy('notices/approval.test.ts')
const reports = shownBy('outbox/digests/reports.test.ts')
const templates = shownBy('outbox/digests/templates.test.ts')
const daily = shownBy('outbox/digests/daily.test.ts')
const imports = shownBy('http/transfer/import.test.ts')
const theme = shownBy('http/firm/theme.test.ts')
const listener = shownBy('mail/smtp-listener.test.ts')
const combined = shownBy('outbox/deliveries/combine-for-mail.test.ts')

export const firmEffects: Effects = {
  signonType: signOnTypeEffect,
  maxCaseDeletionsOnImport: imports('a run that would delete more cases than the firm allows stops'),
  defaultDailyCadenceDeliveryTime: daily('the time is set %s'),
  publicDocumentAccess: shownBy('http/session/public-link.test.ts')(
    'is refused when the firm does not allow it, with where to allow it',
  ),
  manuallyProcessNotices: approval('a firm that approves every notice notifies no one until a person approves'),
  manualProcessEmails: approval('only notices of the listed senders wait, however the address is written'),
  storeNoticeAsDocketText: shownBy('notices/pipeline/print-notice.test.ts')(
    'the notice itself is a document of its filing, and is emailed with the others',
  ),
  extractDocumentWebLinks: shownBy('notices/pipeline/web-links.test.ts')(
    'a document that the notice only links to is retrieved as one of its filing, and emailed',
  ),
  maxEmailAttachmentSize: combined(
    'a combined PDF that is too large is dropped, and as many single documents as fit are attached',
  ),
  primaryColor: theme('anybody gets the chosen colors, for light, dark and accessible colors'),
  secondaryColor: theme('anybody gets the chosen colors, for light, dark and accessible colors'),
  defaultDeliveryMethod: recipients("people are notified by the firm's method, cadence and template"),
  defaultNotificationCadence: recipients("people are notified by the firm's method, cadence and template"),
  defaultEmailTemplateId: recipients("people are notified by the firm's method, cadence and template"),
  internalWallsEnabled: shownBy('http/walls-switch.test.ts')('off excludes %s from nothing, on excludes them again'),
  storagePolicyHierarchy: shownBy('notices/storing/several-cases.test.ts')(
    "the order of the levels that the firm set decides whose policy saves a case's filings",
  ),
  storagePolicyId: shownBy('notices/storing/effective-policy.test.ts')(
    'finds the policy of a case with its additional policies, and none if the firm has none',
  ),
  prefersCombinedDocuments: combined('a firm that prefers it gets one PDF with a bookmark for each document'),
  additionalReceiptEmails: recipients("the firm's additional addresses are notified with the people on the case"),
  errorNotificationEmails: reports(
    'events are collected for up to five minutes into one email per address, each event once',
  ),
  errorNotificationLevel: reports('events of level %s and above are reported'),
  caseStatuses: shownBy('http/case-statuses.test.ts')(
    'a case takes a status of the firm, spelled as the firm spells it, or stays Open',
  ),
  ignoredCaseStatuses: ignored('a firm ignores notices of cases with the statuses it lists'),
  replyToEmail: shownBy('outbox/deliveries/deliver.test.ts')(
    'a recipient gets the filing with its documents byte for byte, and everything is recorded',
  ),
  waitForDmsAttemptToNotify: [
    'e2e/who-is-told.test.ts',
    'people are notified after the first attempt to save, even if it fails',
  ],
  caseNotFoundReportEmails: reports('notices that still need a case are listed for the firm'),
  webPreferences: [
    'e2e/branding.spec.ts',
    'save row stripes and messages for everyone automatically, and every open console applies them',
  ],
  defaultTimeZone: shownBy('outbox/copies/notice-file.test.ts')(
    "a notice to be saved as a PDF is printed in the firm's time zone",
  ),
  dmsFailureReportEmails: reports(
    'copies that failed since the last report are listed once; if none failed, no email is sent',
  ),
  importWarningThreshold: imports('up to as many errors as the firm allows are warnings'),
  acceptedEmailDomains: ignored('a firm that lists accepted domains ignores email from others'),
  ignoredEmailDomains: ignored('a firm ignores email from the domains it lists'),
  hidesUnknownEmails: shownBy('http/password.test.ts')(
    'a firm that hides unknown addresses gives the same answer for known and unknown ones',
  ),
  incomingEmailAddresses: listener(
    'addresses map to their firm exactly, by domain, with a plus sign and in any case; others are refused',
  ),
  maxMessageSize: listener(
    "refuses a message over the firm's limit: at RCPT if its size is declared, otherwise at its end",
  ),
  trustedForwarders: shownBy('mail/trust.test.ts')(
    'a changed notice is forwarded if a forwarding service vouches for it',
  ),
  dictionary: shownBy('http/dictionary.test.ts')(
    "a firm's words are in events, refusals and export headers, and in no other firm",
  ),
  dailyMessageTemplateId: templates(
    "the daily message uses the firm's template, with documents and reasons where it names them",
  ),
  activityReportTemplateId: templates("the activity report uses the firm's template"),
  dmsFailureReportTemplateId: templates(
    "a %s is composed from the firm's template, and lists what the template leaves out",
  ),
  omitsOwnFilings: shownBy('notices/addressing/own-filings.test.ts')(
    'a firm that leaves its own filings out of emails notifies no one of them, and the timeline says so',
  ),
  caseNotFoundReportTemplateId: templates(
    "a %s is composed from the firm's template, and lists what the template leaves out",
  ),
}
