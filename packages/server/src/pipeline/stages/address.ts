import { cadenceTraits } from '@courtcrier/contract/delivery-settings.ts'
import type { Trx } from '../../base/db/database.ts'
import { findCourt } from '../../courts/directory.ts'
import { type ChosenRecipients, chooseRecipients, type LeftOut, type Person } from '../../delivery/choose-recipients.ts'
import { type FilingPeople, findFilingPeople, findOwners, firmSettings } from '../../delivery/find-people.ts'
import { factsOf } from '../../delivery/rule-facts.ts'
import { rulesOfCourt } from '../../delivery/rules-of-court.ts'
import type { Recipient, Stage, Work } from '../stage.ts'

/**
 * Who is told: the timekeepers of the cases and their additional addresses, those that rules add, then the firm's,
 * without those whom rules, walls or their own settings take out.
 */
export const addressStage: Stage<'address'> = {
  name: 'address',
  run: async (work, deps) => {
    const caseIds = work.results.match?.caseIds ?? []
    const found = await deps.read((trx) => findFilingPeople(trx, { firmId: work.firmId, caseIds }))
    const chosen = await deps.read((trx) => choose(trx, work, found))
    const { recipients, leftOut } = afterCadence(chosen)
    if (recipients.length > 0)
      return { kind: 'done', sentence: told(recipients, leftOut), result: { recipients, leftOut } }
    const settled = whyNobodyByRule(leftOut, found)
    if (settled) return { kind: 'done', sentence: settled, result: { recipients, leftOut } }
    return { kind: 'review', sentence: whyNobody(found.assigned) }
  },
}

async function choose(trx: Trx, work: Work, found: FilingPeople): Promise<ChosenRecipients> {
  const notice = work.results.parse?.notice
  if (!notice) throw new Error('an item came to its recipients without its notice')
  const { firm } = work
  const facts = factsOf(notice, { cases: found.cases, receivedAt: work.receivedAt, timeZone: firm.defaultTimeZone })
  const rules = rulesOfCourt(found.rules, found.preferences, {
    court: findCourt(notice.courtId.value),
    jurisdictionIds: found.cases.flatMap(({ jurisdictionId }) => jurisdictionId ?? []),
    emails: notice.recipients.flatMap(({ emails }) => emails),
  })
  const owners = await ownersOf(trx, work, { found, others: rules.flatMap(({ include }) => include) })
  return chooseRecipients({
    assigned: found.assigned,
    owners,
    firm: { ...firmSettings(firm), additionalEmails: firm.additionalReceiptEmails },
    rules,
    facts,
    walls: found.walls,
  })
}

/** Asked only where it can matter whose an address is: it is one more question for each notice. */
async function ownersOf(
  trx: Trx,
  { firmId, firm }: Work,
  { found, others }: { found: FilingPeople; others: readonly string[] },
): Promise<readonly Person[]> {
  const added = [...others, ...firm.additionalReceiptEmails]
  const additional = found.walls.length > 0 ? found.assigned.flatMap(({ additionalEmails }) => additionalEmails) : []
  const emails = [...added, ...additional].map((email) => email.toLowerCase())
  return emails.length > 0 ? findOwners(trx, { firmId, emails }) : []
}

/** Those whose cadence is never are not told. */
function afterCadence({ recipients, leftOut }: ChosenRecipients): {
  recipients: readonly Recipient[]
  leftOut: readonly LeftOut[]
} {
  const isNever = ({ settings }: ChosenRecipients['recipients'][number]) => {
    const { isRealtime, isDaily } = cadenceTraits[settings.cadence.value]
    return !isRealtime && !isDaily
  }
  return {
    recipients: recipients.filter((each) => !isNever(each)).map(recipientOf),
    leftOut: [
      ...leftOut,
      ...recipients.filter(isNever).map(({ email, settings }) => ({
        who: email,
        reason: `The cadence ${whoseCadence[settings.cadence.level]} is never.`,
      })),
    ],
  }
}

const whoseCadence = {
  timekeeper: 'of the timekeeper',
  timekeeper_group: 'of the preference group',
  firm: 'of the firm',
  default: 'of Courtcrier',
} as const

function recipientOf({
  email,
  timekeeperId,
  settings,
  level,
  ruleId,
  reason,
}: ChosenRecipients['recipients'][number]): Recipient {
  const { method, cadence, templateId } = settings
  return {
    email,
    ...(timekeeperId && { timekeeperId }),
    method: method.value,
    cadence: cadence.value,
    level,
    ...(ruleId && { ruleId }),
    ...(templateId.value && { templateId: templateId.value }),
    reason,
  }
}

function told(recipients: readonly Recipient[], leftOut: readonly LeftOut[]): string {
  const sentence = recipients.length === 1 ? 'One person is to be told.' : `${recipients.length} people are to be told.`
  return [sentence, ...notTold(leftOut)].join(' ')
}

function notTold(leftOut: readonly LeftOut[]): string[] {
  return leftOut.map(({ who, reason }) => `Not told: ${who}. ${reason}`)
}

/** The sentence when it is by the firm's own rules and settings that nobody is told, so that nobody need decide. */
function whyNobodyByRule(leftOut: readonly LeftOut[], { assigned }: FilingPeople): string | undefined {
  const isByRule = leftOut.length > assigned.filter(({ status }) => status !== 'Active').length
  return isByRule ? ['Nobody is told.', ...notTold(leftOut)].join(' ') : undefined
}

function whyNobody(people: readonly Person[]): string {
  if (people.length === 0) return 'No timekeeper is assigned to the case, so nobody would be told: assign one.'
  if (people.every((person) => person.status !== 'Active'))
    return 'All timekeepers of the case are inactive, so nobody would be told: assign another.'
  return 'No timekeeper of the case has an e-mail address, so nobody would be told: enter one.'
}
