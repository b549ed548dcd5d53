import { conditionOutlook, type KnownFacts } from '@courtcrier/contract/condition-outlook.ts'
import { lowered } from '@courtcrier/contract/lowered.ts'
import { parseCondition } from '@courtcrier/contract/rule-condition.ts'
import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { namesOfCourt } from '../../courts/directory/court.ts'
import { findCourt } from '../../courts/directory/directory.ts'
import { findPreference } from '../preferences/find-preference.ts'
import { findAddressDirectors } from './address-directors.ts'
import { type ChosenRecipients, chooseRecipients, type Rule } from './choose-recipients.ts'
import { type FilingPeople, findFilingPeople, findOwners, firmSettings } from './find-people.ts'
import { known } from './rule-facts.ts'
import { rulesOfCourt } from './rules-of-court.ts'

export interface NextRecipients extends ChosenRecipients {
  /** Rules whose condition only the filing decides. */
  depending: readonly Rule[]
  ruleNames: ReadonlyMap<string, string>
  /** Timekeepers' names by ID. */
  names: ReadonlyMap<string, string>
}

interface Question {
  firmId: number
  caseId: string
  /** Without these, as if there were none: the reader may not see them. */
  hasRules: boolean
  hasFirmAddresses: boolean
}

/** Returns who will be notified of a case's next filing, as the `address` stage would choose, as far as it is known. */
export async function findNextRecipients(
  trx: Trx,
  { firmId, caseId, hasRules, hasFirmAddresses }: Question,
): Promise<NextRecipients> {
  const found = await findFilingPeople(trx, { firmId, caseIds: [caseId] })
  const { courtIds, ...firm } = await readFirm(trx, { firmId, caseId })
  const facts = knownFacts(found, courtIds)
  const outlooks = hasRules ? outlookOf(found, { courtIds, facts }) : []
  const always = outlooks
    .filter(({ outlook }) => outlook === 'always')
    .map(({ rule }) => ({ ...rule, condition: null }))
  const additionalEmails = hasFirmAddresses ? firm.additionalEmails : []
  const others = [...always.flatMap(({ include }) => include), ...additionalEmails]
  const own = found.assigned.flatMap((person) => person.additionalEmails)
  const emails = [...others, ...own].map((email) => lowered(email))
  const owners = emails.length > 0 ? await findOwners(trx, { firmId, emails }) : []
  const asked = { firmId, assigned: found.assigned, rules: always, addresses: additionalEmails, firmRecord: firm.id }
  const chosen = chooseRecipients({
    assigned: found.assigned,
    owners,
    directors: await findAddressDirectors(trx, asked),
    firm: { ...firmSettings(firm), additionalEmails },
    rules: always,
    facts: facts.facts,
    walls: found.walls,
  })
  return {
    ...chosen,
    depending: outlooks.filter(({ outlook }) => outlook === 'depends').map(({ rule }) => rule),
    ruleNames: new Map(found.rules.map(({ id, name }) => [id, name])),
    names: new Map([...owners, ...found.assigned].map(({ id, fullName }) => [id, fullName])),
  }
}

/** Courts usually serve the people assigned to the case, so their addresses stand for those served. */
function outlookOf(found: FilingPeople, { courtIds, facts }: { courtIds: readonly string[]; facts: KnownFacts }) {
  const [courtId] = courtIds.length === 1 ? courtIds : []
  const counting = findPreference(found.preferences, {
    court: courtId ? findCourt(courtId) : undefined,
    jurisdictionIds: found.cases.flatMap(({ jurisdictionId }) => jurisdictionId ?? []),
    emails: found.assigned.flatMap(({ email }) => email ?? []),
  })
  const rules = rulesOfCourt(found.rules, found.preferences, counting)
  return rules.map((rule) => {
    const parsed = parseCondition(rule.condition ?? '')
    return { rule, outlook: 'condition' in parsed ? conditionOutlook(parsed.condition, facts) : ('never' as const) }
  })
}

/** The facts of the case itself. Its name and number aren't closed: each filing states them in its own way. */
function knownFacts({ cases }: FilingPeople, courtIds: readonly string[]): KnownFacts {
  const courts = courtIds.flatMap((id) => findCourt(id) ?? [])
  const facts = {
    courts: known([...courtIds, ...courts.flatMap(namesOfCourt), ...cases.map(({ jurisdiction }) => jurisdiction)]),
    judges: known(cases.map(({ judge }) => judge)),
    caseNames: known(cases.map(({ name }) => name)),
    caseNumbers: known(cases.map(({ number }) => number)),
    matters: known(cases.flatMap(({ matter, matterNumber }) => [matter, matterNumber])),
    clients: known(cases.flatMap(({ client, clientNumber }) => [client, clientNumber])),
    ...{ events: [], docketTexts: [], documentTitles: [], parties: [], time: '' },
  }
  const closed = ['judge', 'matter', 'client'] as const
  // A jurisdiction that covers several courts leaves open which of them sends the next filing.
  if (courtIds.length === 1) return { facts, closed: [...closed, 'court'] }
  return { facts: { ...facts, courts: known(cases.map(({ jurisdiction }) => jurisdiction)) }, closed }
}

interface FirmFacts {
  id: string
  additionalEmails: string[]
  courtIds: string[]
}

async function readFirm(trx: Trx, { firmId, caseId }: { firmId: number; caseId: string }) {
  const { rows } = await sql<Parameters<typeof firmSettings>[0] & FirmFacts>`
    select f.id::text as id, f.default_delivery_method as "defaultDeliveryMethod", f.default_notification_cadence as "defaultNotificationCadence",
      f.default_email_template_id as "defaultEmailTemplateId", f.default_time_zone as "defaultTimeZone",
      left(f.default_daily_cadence_delivery_time::text, 5) as "defaultDailyCadenceDeliveryTime",
      f.additional_receipt_emails as "additionalEmails", coalesce(j.ecfx_jurisdiction_ids, '{}') as "courtIds"
    from firms f left join cases c on c.firm_id = f.firm_id and c.id = ${caseId}::uuid
      left join jurisdictions j on j.firm_id = c.firm_id and j.id = c.jurisdiction_id
    where f.firm_id = ${firmId}::integer`.execute(trx)
  const [found] = rows
  if (!found) throw new Error(`there is no firm ${firmId}`)
  return found
}
