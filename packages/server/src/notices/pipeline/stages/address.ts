import type { Notice } from '@courtcrier/contract/notice.ts'
import { chooseForNotice, isOwnLeftOut, preferenceOf } from '../../addressing/choose-for-notice.ts'
import type { ChosenRecipients, LeftOut, RecipientPerson } from '../../addressing/choose-recipients.ts'
import { findFiler } from '../../addressing/find-filer.ts'
import { type FilingPeople, findFilingPeople } from '../../addressing/find-people.ts'
import { describeOwnFiler, type OwnFiler, readFilerClues } from '../../addressing/own-filer.ts'
import type { Preference } from '../../preferences/find-preference.ts'
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
    const jurisdictionIds = found.cases.flatMap(({ jurisdictionId }) => jurisdictionId ?? [])
    const preference = preferenceOf(found.preferences, notice, jurisdictionIds)
    const ownFiler = await whoFiled(work, deps, { notice, found })
    const ownTitles = await deps.read((trx) => planOwnTitles(trx, work, preference))
    const known = {
      ...(preference && { preference: { id: preference.id, description: preference.description } }),
      ...(ownFiler && { ownFiler }),
      ...(ownTitles && { ownTitles }),
    }
    const remarks = [preference && nameOf(preference), ownFiler && describeOwnFiler(ownFiler)]
    const said = (sentence: string) => [sentence, ...remarks].filter(Boolean).join(' ')
    if (ownFiler && isOwnLeftOut(work.firm, notice))
      return { kind: 'done', sentence: said(ownFilingsOmitted), result: { recipients: [], ...known } }
    const { firmId, firm, receivedAt } = work
    const chosen = await deps.read((trx) =>
      chooseForNotice(trx, { firmId, firm, receivedAt, notice, found, preference }),
    )
    const { leftOut } = chosen
    const recipients = chosen.recipients.map(recipientOf)
    const result = { recipients, leftOut, ...known }
    if (recipients.length > 0) return { kind: 'done', sentence: said(told(recipients, leftOut)), result }
    const settled = whyNobodyByRule(leftOut, found)
    if (settled) return { kind: 'done', sentence: said(settled), result }
    return { kind: 'review', sentence: whyNobody(found.assigned) }
  },
}

const ownFilingsOmitted = 'The firm leaves its own filings out of emails, so no one is notified.'

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

function nameOf({ description }: Preference): string {
  return `The jurisdiction preference "${description}" applies.`
}

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
