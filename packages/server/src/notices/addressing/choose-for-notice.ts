import { cadenceTraits } from '@courtcrier/contract/delivery-settings.ts'
import { lowered } from '@courtcrier/contract/lowered.ts'
import type { Notice } from '@courtcrier/contract/notice.ts'
import type { Firm } from '@courtcrier/contract/resources/firm.ts'
import type { Trx } from '../../base/db/database.ts'
import { findCourt } from '../../courts/directory/directory.ts'
import { findPreference, type Preference } from '../preferences/find-preference.ts'
import { findAddressDirectors } from './address-directors.ts'
import { type ChosenRecipients, chooseRecipients, type RecipientPerson, type Rule } from './choose-recipients.ts'
import { type FilingPeople, findOwners, firmSettings } from './find-people.ts'
import { factsOf } from './rule-facts.ts'
import { rulesOfCourt } from './rules-of-court.ts'

interface NoticeChoice {
  firmId: number
  firm: Firm
  receivedAt: string
  notice: Notice
  found: FilingPeople
  preference: Preference | undefined
  /** An unsaved rule, by which no one has directed anything yet. */
  draft?: Rule | undefined
}

/** Chooses the recipients of a notice by its cases, the firm's rules and settings; without those whose cadence is never. */
export async function chooseForNotice(trx: Trx, choice: NoticeChoice): Promise<ChosenRecipients> {
  const { firmId, firm, receivedAt, notice, found, preference, draft } = choice
  const facts = factsOf(notice, { cases: found.cases, receivedAt, timeZone: firm.defaultTimeZone })
  const rules = rulesOfCourt(draft ? [...found.rules, draft] : found.rules, found.preferences, preference)
  const owners = await ownersOf(
    trx,
    choice,
    rules.flatMap(({ include }) => include),
  )
  const directors = await findAddressDirectors(trx, {
    firmId,
    assigned: found.assigned,
    rules: rules.filter((rule) => rule !== draft),
    addresses: firm.additionalReceiptEmails,
    firmRecord: firm.id,
  })
  return afterCadence(
    chooseRecipients({
      assigned: found.assigned,
      owners,
      directors,
      firm: { ...firmSettings(firm), additionalEmails: firm.additionalReceiptEmails },
      rules,
      facts,
      walls: found.walls,
    }),
  )
}

/** Returns the preference that counts for a notice with a case, by the jurisdictions of its cases. */
export function preferenceOf<Each extends Pick<Preference, 'domains' | 'groups' | 'isForAll'>>(
  preferences: readonly Each[],
  { courtId, recipients }: Pick<Notice, 'courtId' | 'recipients'>,
  jurisdictionIds: readonly string[],
): Each | undefined {
  return findPreference(preferences, {
    court: findCourt(courtId.value),
    jurisdictionIds,
    emails: recipients.flatMap(({ emails }) => emails),
  })
}

/** Whether the firm leaves such a filing of its own out. One that the clerk returned has to be made again, often within days. */
export function isOwnLeftOut({ omitsOwnFilings }: Firm, { kind }: Pick<Notice, 'kind'>): boolean {
  return omitsOwnFilings && kind !== 'rejection'
}

/** Queried only if an address's owner can matter: it is one more query per notice. */
async function ownersOf(
  trx: Trx,
  { firmId, firm, found }: NoticeChoice,
  others: readonly string[],
): Promise<readonly RecipientPerson[]> {
  const added = [...others, ...firm.additionalReceiptEmails]
  const additional = found.walls.length > 0 ? found.assigned.flatMap(({ additionalEmails }) => additionalEmails) : []
  const emails = [...added, ...additional].map((email) => lowered(email))
  return emails.length > 0 ? findOwners(trx, { firmId, emails }) : []
}

/** Removes those whose cadence is never. */
function afterCadence({ recipients, leftOut }: ChosenRecipients): ChosenRecipients {
  const isNever = ({ settings }: ChosenRecipients['recipients'][number]) => {
    const { isRealtime, isDaily } = cadenceTraits[settings.cadence.value]
    return !isRealtime && !isDaily
  }
  return {
    recipients: recipients.filter((each) => !isNever(each)),
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
