import {
  type CaseRecipient,
  type CaseRecipients,
  readCaseRecipients,
  readDocket,
} from '@courtcrier/contract/calls/case-page.ts'
import { ApiError } from '@courtcrier/contract/errors.ts'
import { courtCase } from '@courtcrier/contract/resources/case.ts'
import { client } from '@courtcrier/contract/resources/client.ts'
import { envelope } from '@courtcrier/contract/resources/envelope.ts'
import { ethicalWall } from '@courtcrier/contract/resources/ethical-wall.ts'
import { firm } from '@courtcrier/contract/resources/firm.ts'
import { judge } from '@courtcrier/contract/resources/judge.ts'
import { jurisdiction } from '@courtcrier/contract/resources/jurisdiction.ts'
import { jurisdictionGroup } from '@courtcrier/contract/resources/jurisdiction-group.ts'
import { jurisdictionPreference } from '@courtcrier/contract/resources/jurisdiction-preference.ts'
import { matter } from '@courtcrier/contract/resources/matter.ts'
import { notificationRule } from '@courtcrier/contract/resources/notification-rule.ts'
import { timekeeper } from '@courtcrier/contract/resources/timekeeper.ts'
import { type CanSee, seesWay, sightOf, type Way } from '@courtcrier/contract/ways.ts'
import type { FastifyInstance } from 'fastify'
import type { Trx } from '../base/db/database.ts'
import { withFirmRead } from '../base/db/firm-transaction.ts'
import type { Services } from '../base/services.ts'
import type { ChosenRecipient } from '../notices/addressing/choose-recipients.ts'
import { findNextRecipients, type NextRecipients } from '../notices/addressing/next-recipients.ts'
import type { Caller } from '../records/caller.ts'
import { getRow } from '../records/read-row.ts'
import { loadDocket } from './case-docket.ts'
import { seesSetting } from './firm/own-delivery.ts'
import { demand } from './resources.ts'
import { serveCall } from './server/serve-call.ts'

/** A case's page: its docket, and who will be notified of its next filing. */
export function casePageRoutes(api: FastifyInstance, { database }: Pick<Services, 'database'>): void {
  serveCall(api, readDocket, ({ params: { id }, query: { offset = '0' }, request }) => {
    const caller = demand(request, courtCase, 'READ')
    demand(request, envelope, 'READ')
    if (!sightOf(caller.role)(envelope, 'caseId')) throw new ApiError('forbidden')
    return withFirmRead(database, caller.firmId, async (trx) => {
      await getRow(trx, courtCase, { ...caller, id })
      return loadDocket(trx, caller, { caseId: id, offset: Number(offset) })
    })
  })
  serveCall(api, readCaseRecipients, ({ params: { id }, request }) => {
    const caller = demand(request, courtCase, 'READ')
    return withFirmRead(database, caller.firmId, async (trx) => {
      await getRow(trx, courtCase, { ...caller, id })
      return recipientsFor(trx, caller, id)
    })
  })
}

/** What decides whether a person is notified at all, walls included: without all of it, nobody is named. */
const waysOfPeople: Way = [
  [courtCase, 'assignedTimekeepers'],
  [courtCase, 'matterId'],
  [matter, 'clientId'],
  [timekeeper, 'fullName'],
  [timekeeper, 'email'],
  [timekeeper, 'status'],
  [timekeeper, 'additionalReceiptEmails'],
]

/** The rules, and everything of a case that their conditions and the court's preferences test. */
const waysOfRules: Way = [
  ...(['name', 'template', 'includeEmails', 'excludeEmails', 'isActive'] as const).map(
    (key) => [notificationRule, key] as const,
  ),
  ...(['name', 'caseNumber', 'judgeId', 'jurisdictionId'] as const).map((key) => [courtCase, key] as const),
  ...(['order', 'enabled', 'jurisdictionGroups', 'partyEmailDomains', 'notificationRules'] as const).map(
    (key) => [jurisdictionPreference, key] as const,
  ),
  [jurisdictionGroup, 'categories'],
  [jurisdictionGroup, 'jurisdictionIds'],
  [jurisdiction, 'name'],
  [jurisdiction, 'ecfxJurisdictionIds'],
  [judge, 'name'],
  [matter, 'name'],
  [matter, 'number'],
  [client, 'name'],
  [client, 'number'],
]

async function recipientsFor(trx: Trx, { firmId, role }: Caller, caseId: string): Promise<CaseRecipients> {
  const canSee = sightOf(role)
  const hasRules = seesWay(canSee, waysOfRules)
  const hasFirmAddresses = canSee(firm, 'additionalReceiptEmails')
  const hasHiddenFirmAddresses = !hasFirmAddresses
  if (!seesWay(canSee, waysOfPeople)) return { recipients: null, leftOut: [], rules: null, hasHiddenFirmAddresses }
  const next = await findNextRecipients(trx, { firmId, caseId, hasRules, hasFirmAddresses })
  const seesWalls = canSee(ethicalWall, 'name') && canSee(ethicalWall, 'timekeeperIds')
  return {
    recipients: next.recipients.map((recipient) => shownRecipient(recipient, next, canSee)),
    leftOut: next.leftOut.filter(({ reason }) => seesWalls || !reason.startsWith('The ethical wall ')),
    rules: hasRules ? next.depending.map((rule) => ({ ...rule, condition: rule.condition ?? '' })) : null,
    hasHiddenFirmAddresses,
  }
}

function shownRecipient(
  { email, timekeeperId, settings, level, ruleId }: ChosenRecipient,
  { ruleNames, names }: NextRecipients,
  canSee: CanSee,
): CaseRecipient {
  const { method, cadence, time } = settings
  const isDaily = cadence.value.startsWith('DAILY')
  const seesCadence = seesSetting(canSee, 'cadence', cadence.level)
  return {
    ...{ email, timekeeperId: timekeeperId ?? null, ruleId: ruleId ?? null, why: level },
    name: names.get(timekeeperId ?? '') ?? null,
    ruleName: ruleNames.get(ruleId ?? '') ?? null,
    method: seesSetting(canSee, 'method', method.level) ? method : null,
    cadence: seesCadence ? cadence : null,
    time: seesCadence && isDaily && seesSetting(canSee, 'time', time.level) ? time : null,
  }
}
