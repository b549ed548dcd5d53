import { type Effects, shownBy } from './effect.ts'

const preferences = shownBy('notices/preferences/notice-preference.test.ts')
const madeByRule = shownBy('notices/case-creation/case-by-rule.test.ts')(
  'a notice of an unknown case has it made, with all that the notice and the rule say, and notifies its people',
)
const caseMaking = shownBy('http/case-making.test.ts')
const stamps = shownBy('notices/stamps/run-wait.test.ts')
const waitsForStamp = stamps('people wait for an unstamped document with waitForStamp, and for no other')
const ownTitles = shownBy('notices/titles/own-titles.test.ts')
const titleService = shownBy('notices/titles/title-service.test.ts')
const recipients = shownBy('notices/addressing/settings-of-recipients.test.ts')
const ignored = shownBy('notices/pipeline/ignored-notices.test.ts')
const copies = shownBy('outbox/copies/store-copy.test.ts')
const severalCases = shownBy('notices/storing/several-cases.test.ts')
const chats = shownBy('outbox/chats/chats.test.ts')
const plannedChats = shownBy('outbox/chats/plan-chat.test.ts')
const webhooks = shownBy('outbox/webhooks/webhooks.test.ts')
const daily = shownBy('outbox/digests/daily.test.ts')
const wall = shownBy('http/walls.test.ts')('no %s exists for anyone it excludes, and every other does')
const rule: Effects[string] = [
  'e2e/who-is-told.test.ts',
  'a rule adds and excludes addresses, and each delivery says which',
]
const template = shownBy('outbox/deliveries/deliver.test.ts')(
  "a firm's template can use values of filing, case, matter, client, court, judge and people",
)

/** How notices are handled: the effects of records that the firm's administrators keep. */
export const handlingEffects: Readonly<Record<string, Effects>> = {
  auto_case_creation: {
    timekeepers: madeByRule,
    partyEmailDomains: madeByRule,
    matterId: madeByRule,
    assignmentMaintenance: caseMaking(
      'a rule that adds new people assigns those served later, once, and not again after a person removed them',
    ),
    assignmentsIgnoreImportDeletion: caseMaking('leaves the people a rule assigned, if the rule says so'),
  },
  jurisdiction_preference: {
    autoCaseCreationId: madeByRule,
    order: preferences('the first enabled preference that fits decides about the rules, and the timeline names it'),
    enabled: preferences('the first enabled preference that fits decides about the rules, and the timeline names it'),
    jurisdictionGroups: preferences('a preference for a group of jurisdictions applies to notices of its courts only'),
    partyEmailDomains: preferences('a preference for party email domains applies to notices served at one of them'),
    notificationRules: preferences(
      'the first enabled preference that fits decides about the rules, and the timeline names it',
    ),
    documentProcessingId: waitsForStamp,
  },
  document_processing: {
    waitForStamp: waitsForStamp,
    maxMinutesWaitForStamp: stamps('the wait ends after the set minutes, and the email says that the stamp is missing'),
    releaseUnstampedWhileWaiting: stamps(
      'released meanwhile, people are notified without the stamp, and once more with it',
    ),
    minutesWaitBeforeUnstampedRelease: stamps(
      'released meanwhile, people are notified without the stamp, and once more with it',
    ),
    extractionProvider: titleService(
      'with extractionProvider FAI, the service is asked about what is unclear, and titles the document',
    ),
    billingParty: titleService('the customerId is sent only where billingParty says that the provider bills the firm'),
    customerId: titleService('the customerId is sent only where billingParty says that the provider bills the firm'),
    queueName: titleService('the service is asked to answer by its queue of the queueName, where there is one'),
    extractionEnabled: ownTitles(
      'with extractionEnabled, a document is titled as it titles itself, also in the email and the timeline',
    ),
  },
  storage_policy: {
    storeDocuments: severalCases('notices are saved for each case as well'),
    storeEmail: severalCases('notices are saved for each case as well'),
    documentPath: copies('the notice itself is saved as an email file'),
    documentName: copies('the notice itself is saved as an email file'),
    documentProperties: shownBy('stores/stores.test.ts')('a copy is saved with the document properties of its policy'),
    additionalStoragePolicyId: shownBy('notices/storing/effective-policy.test.ts')(
      'finds the policy of a case with its additional policies, and none if the firm has none',
    ),
    dmsCredentialId: shownBy('stores/stores.test.ts')("saves a copy with its policy's credential"),
  },
  notification_rule: {
    template: recipients('a rule whose condition does not hold adds no one'),
    includeEmails: rule,
    excludeEmails: rule,
    isActive: recipients('a rule that is not in use adds no one'),
  },
  email_template: {
    subject: template,
    body: template,
    kind: shownBy('http/template-kinds.test.ts')('the firm accepts for %s only a template of the kind %s'),
  },
  webhook: {
    url: webhooks('the Standard Webhooks library verifies the signature of a standard call'),
    events: webhooks('only events a webhook subscribes to are recorded, for each webhook, and for no other firm'),
    webhookType: webhooks('an integration platform gets flat JSON with the HMAC of its body'),
    signingSecret: webhooks('an integration platform gets flat JSON with the HMAC of its body'),
    isActive: webhooks('410 deactivates the webhook, and waiting calls are not sent'),
  },
  ethical_wall: { wallType: wall, matterId: wall, clientId: wall, timekeeperIds: wall },
  ignored_case: {
    caseNumber: shownBy('notices/matching/find-ignored.test.ts')(
      'an ignored case is found under every spelling of its number, and no other case of its court is',
    ),
    name: ignored('a case with an ignored number is processed if it has none of the parties entered with it'),
    ecfxJurisdictionId: ignored('a case with the same number in another court is not ignored'),
    ignoredByStatus: ignored('a case ignored by status is ignored only while it has that status'),
    ignoredByEmailDomain: ignored('a case ignored by email domain is ignored only in notices from there'),
  },
  jurisdiction_group: {
    categories: stamps('a preference for other courts decides nothing'),
    jurisdictionIds: preferences('a preference for a group of jurisdictions applies to notices of its courts only'),
  },
  timekeeper_group: {
    timekeeperIds: shownBy('http/group-members.test.ts')(
      'the timekeepers of a group are chosen on the group, and it is each one’s group then',
    ),
    timeZone: daily('the time is set %s'),
    dailyCadenceDeliveryTime: daily('the time is set %s'),
    deliveryMethod: recipients("a preference group's method, cadence and template take precedence over the firm's"),
    notificationCadence: recipients(
      "a preference group's method, cadence and template take precedence over the firm's",
    ),
    emailTemplateId: recipients("a preference group's method, cadence and template take precedence over the firm's"),
    chatService: chats('a channel in Teams gets the filing as a card'),
    chatUrl: plannedChats('each group with a channel is notified in its own'),
    isChatActive: plannedChats('a channel that is %s is not notified'),
    receiveDailyActivityReport: shownBy('outbox/digests/reports.test.ts')(
      "people in a group with the activity report get the group's sent, failed and opened notifications",
    ),
  },
}
