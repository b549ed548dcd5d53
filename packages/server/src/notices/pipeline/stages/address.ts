import { cadenceTraits } from '@courtcrier/contract/delivery-settings.ts'
import type { Notice } from '@courtcrier/contract/notice.ts'
import type { Trx } from '../../../base/db/database.ts'
import { findCourt } from '../../../courts/directory/directory.ts'
import { findAddressDirectors } from '../../addressing/address-directors.ts'
import {
  type ChosenRecipients,
  chooseRecipients,
  type LeftOut,
  type RecipientPerson,
} from '../../addressing/choose-recipients.ts'
import { findFiler } from '../../addressing/find-filer.ts'
import { type FilingPeople, findFilingPeople, findOwners, firmSettings } from '../../addressing/find-people.ts'
import { describeOwnFiler, type OwnFiler, readFilerClues } from '../../addressing/own-filer.ts'
import { factsOf } from '../../addressing/rule-facts.ts'
import { rulesOfCourt } from '../../addressing/rules-of-court.ts'
import { findPreference, type Preference } from '../../preferences/find-preference.ts'
import { planOwnTitles } from '../../titles/plan-own-titles.ts'
import type { Recipient, Stage, StageDeps, Work } from '../stage.ts'

/**
 * Chooses the recipients: the cases' timekeepers and their additional addresses, addresses added by rules, then the
 * firm's, without those that rules, walls or their own settings exclude. Where the preference that counts wants that, the
 * documents are titled as they title themselves, before anyone is notified.
 */
export const addressStage: Stage<'address'> = {
  name: 'address',
  run: async (work, deps) => {
    const caseIds = work.results.match?.caseIds ?? []
    const found = await deps.read((trx) => findFilingPeople(trx, { firmId: work.firmId, caseIds }))
    const notice = work.results.parse?.notice
    if (!notice) throw new Error('an item came to its recipients without its notice')
    const preference = preferenceOf(notice, found)
    const ownFiler = await whoFiled(work, deps, { notice, found })
    const ownTitles = await deps.read((trx) => planOwnTitles(trx, work, preference))
    const known = {
      ...(preference && { preference: { id: preference.id, description: preference.description } }),
      ...(ownFiler && { ownFiler }),
      ...(ownTitles && { ownTitles }),
    }
    const remarks = [preference && nameOf(preference), ownFiler && describeOwnFiler(ownFiler)]
    const said = (sentence: string) => [sentence, ...remarks].filter(Boolean).join(' ')
    if (ownFiler && isLeftOut(work, notice))
      return { kind: 'done', sentence: said(ownFilingsOmitted), result: { recipients: [], ...known } }
    const chosen = await deps.read((trx) => choose(trx, work, { notice, found, preference }))
    const { recipients, leftOut } = afterCadence(chosen)
    const result = { recipients, leftOut, ...known }
    if (recipients.length > 0) return { kind: 'done', sentence: said(told(recipients, leftOut)), result }
    const settled = whyNobodyByRule(leftOut, found)
    if (settled) return { kind: 'done', sentence: said(settled), result }
    return { kind: 'review', sentence: whyNobody(found.assigned) }
  },
}

const ownFilingsOmitted = 'The firm leaves its own filings out of emails, so no one is notified.'

/** A filing that the clerk returned has to be made again, often within days. */
function isLeftOut({ firm }: Work, { kind }: Notice): boolean {
  return firm.omitsOwnFilings && kind !== 'rejection'
}

async function whoFiled(
  { firmId, firm }: Work,
  { read }: StageDeps,
  { notice, found }: { notice: Notice; found: FilingPeople },
): Promise<OwnFiler | undefined> {
  const clues = readFilerClues(notice)
  if (!clues) return undefined
  const onCase = found.assigned.map(({ id }) => id)
  return read((trx) => findFiler(trx, { firmId, firmName: firm.name, clues, onCase }))
}

function preferenceOf(notice: Notice, { cases, preferences }: FilingPeople): Preference | undefined {
  return findPreference(preferences, {
    court: findCourt(notice.courtId.value),
    jurisdictionIds: cases.flatMap(({ jurisdictionId }) => jurisdictionId ?? []),
    emails: notice.recipients.flatMap(({ emails }) => emails),
  })
}

function nameOf({ description }: Preference): string {
  return `The jurisdiction preference "${description}" applies.`
}

interface Choice {
  notice: Notice
  found: FilingPeople
  preference: Preference | undefined
}

async function choose(trx: Trx, work: Work, { notice, found, preference }: Choice): Promise<ChosenRecipients> {
  const { firm } = work
  const facts = factsOf(notice, { cases: found.cases, receivedAt: work.receivedAt, timeZone: firm.defaultTimeZone })
  const rules = rulesOfCourt(found.rules, found.preferences, preference)
  const owners = await ownersOf(trx, work, { found, others: rules.flatMap(({ include }) => include) })
  const directors = await findAddressDirectors(trx, {
    ...work,
    assigned: found.assigned,
    rules,
    addresses: firm.additionalReceiptEmails,
    firmRecord: firm.id,
  })
  return chooseRecipients({
    assigned: found.assigned,
    owners,
    directors,
    firm: { ...firmSettings(firm), additionalEmails: firm.additionalReceiptEmails },
    rules,
    facts,
    walls: found.walls,
  })
}

/** Queried only if an address's owner can matter: it is one more query per notice. */
async function ownersOf(
  trx: Trx,
  { firmId, firm }: Work,
  { found, others }: { found: FilingPeople; others: readonly string[] },
): Promise<readonly RecipientPerson[]> {
  const added = [...others, ...firm.additionalReceiptEmails]
  const additional = found.walls.length > 0 ? found.assigned.flatMap(({ additionalEmails }) => additionalEmails) : []
  const emails = [...added, ...additional].map((email) => email.toLowerCase())
  return emails.length > 0 ? findOwners(trx, { firmId, emails }) : []
}

/** Removes those whose cadence is never. */
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
        reason: `The cadence ${whoseCadence[settings.cadence.level]} is Never.`,
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
  const sentence =
    recipients.length === 1 ? 'Found one person to notify.' : `Found ${recipients.length} people to notify.`
  return [sentence, ...notTold(leftOut)].join(' ')
}

function notTold(leftOut: readonly LeftOut[]): string[] {
  return leftOut.map(({ who, reason }) => `Not notified: ${who}. ${reason}`)
}

/** Returns a sentence if the firm's own rules and settings leave no recipient, so that no one has to decide. */
function whyNobodyByRule(leftOut: readonly LeftOut[], { assigned }: FilingPeople): string | undefined {
  const isByRule = leftOut.length > assigned.filter(({ status }) => status !== 'Active').length
  return isByRule ? ['No one is notified.', ...notTold(leftOut)].join(' ') : undefined
}

function whyNobody(people: readonly RecipientPerson[]): string {
  if (people.length === 0) return 'No timekeeper is assigned to the case, so no one would be notified. Assign one.'
  if (people.every((person) => person.status !== 'Active'))
    return 'All timekeepers on the case are inactive, so no one would be notified. Assign another.'
  return 'No timekeeper on the case has an email address, so no one would be notified. Enter one.'
}
