import { type DeliverySettings, type LevelSettings, settleDelivery } from '@courtcrier/contract/delivery-settings.ts'
import { lowered } from '@courtcrier/contract/lowered.ts'
import { conditionHolds, parseCondition } from '@courtcrier/contract/rule-condition.ts'
import type { RuleFacts } from '@courtcrier/contract/rule-facts.ts'
import { asSentence } from '@courtcrier/lib/sentence.ts'
import type { Director, DirectorsOf } from '../../records/directors/find-directors.ts'
import { type Wall, whyWalledOff } from '../../records/walls/walls.ts'
import { whyNotMailed } from './directed-mail.ts'

/** A timekeeper, as far as notifying them is concerned. */
export interface RecipientPerson {
  id: string
  fullName: string
  email: string | null
  status: string
  additionalEmails: readonly string[]
  /** Login emails of this timekeeper's users: they don't receive anything for that, but walls apply to them too. */
  signInEmails?: readonly string[]
  settings: LevelSettings
  group: LevelSettings | null
}

export interface AssignedPerson extends RecipientPerson {
  caseName: string
}

export interface Rule {
  id: string
  name: string
  condition: string | null
  include: readonly string[]
  exclude: readonly string[]
}

export interface RecipientChoice {
  /** The timekeepers of the filing's cases. */
  assigned: readonly AssignedPerson[]
  /** Timekeepers who own one of the addresses. */
  owners: readonly RecipientPerson[]
  firm: LevelSettings & { additionalEmails: readonly string[] }
  /** Who directed the filing to additional addresses, by rule, timekeeper or firm; no one is known when absent. */
  directors?: { of: DirectorsOf; firmRecord: string }
  /** Active rules that apply to the filing's court. */
  rules: readonly Rule[]
  facts: RuleFacts
  /** Walls around the matters and clients of the filing's cases. */
  walls: readonly Wall[]
}

/** A recipient of a filing: how they are notified, and why. */
export interface ChosenRecipient {
  /** Lower case. */
  email: string
  timekeeperId?: string
  settings: DeliverySettings
  level: 'case' | 'timekeeper' | 'rule' | 'firm'
  ruleId?: string
  reason: string
}

/** Someone who would have been notified, and why they aren't. */
export interface LeftOut {
  who: string
  reason: string
}

export interface ChosenRecipients {
  recipients: readonly ChosenRecipient[]
  leftOut: readonly LeftOut[]
}

interface Candidate {
  email: string
  person: RecipientPerson | undefined
  level: ChosenRecipient['level']
  ruleId?: string
  reason: string
  directors: readonly Director[]
}

/**
 * Returns the recipients of a filing, each address once for the first reason that applies: its cases' timekeepers,
 * their additional addresses, addresses added by rules, then the firm's. Leaves out inactive people, addresses excluded
 * by a rule, anyone on the other side of a wall, and addresses directed by someone who may not see the filing themselves. The firm's addresses alone don't count as recipients.
 */
export function chooseRecipients(choice: RecipientChoice): ChosenRecipients {
  const holding = choice.rules.filter(({ condition }) => ruleHolds(condition, choice.facts))
  const ofCase = [...assignedOf(choice), ...addedByRules(holding, choice)]
  const all = ofCase.length > 0 ? [...ofCase, ...firmWide(choice)] : []
  const recipients: ChosenRecipient[] = []
  const leftOut: LeftOut[] = inactiveOf(choice.assigned)
  const against = { holding, walls: choice.walls, owners: choice.owners }
  for (const candidate of uniqueByEmail(all, against)) {
    const reason = whyNot(candidate, against)
    if (reason) leftOut.push({ who: candidate.email, reason })
    else recipients.push(recipientOf(candidate, choice.firm))
  }
  return { recipients, leftOut }
}

/** A condition that can't be parsed (saved before conditions were validated) never matches. */
function ruleHolds(text: string | null, facts: RuleFacts): boolean {
  const parsed = parseCondition(text ?? '')
  return 'condition' in parsed && conditionHolds(parsed.condition, facts)
}

const isActive = ({ status }: RecipientPerson) => status === 'Active'

function assignedOf({ assigned, directors }: RecipientChoice): readonly Candidate[] {
  const active = assigned.filter(isActive)
  return [
    ...active.flatMap((person): Candidate[] =>
      person.email
        ? [
            {
              email: person.email,
              person,
              level: 'case',
              reason: asSentence(`Assigned to the case ${person.caseName}`),
              directors: [],
            },
          ]
        : [],
    ),
    ...active.flatMap((person) =>
      person.additionalEmails.map((email): Candidate => {
        const reason = asSentence(`Additional address of ${person.fullName}`)
        const by = { entity: 'timekeeper', id: person.id, field: 'additionalReceiptEmails', value: email }
        return { email, person, level: 'timekeeper', reason, directors: directors?.of(by) ?? [] }
      }),
    ),
  ]
}

function addedByRules(rules: readonly Rule[], { owners, directors }: RecipientChoice): readonly Candidate[] {
  return rules.flatMap(({ id, name, include }) =>
    include.map((email): Candidate => {
      const reason = `The notification rule "${name}" adds this address.`
      const by = { entity: 'notification_rule', id, field: 'includeEmails', value: email }
      const person = ownerOf(email, owners)
      return { email, person, level: 'rule', ruleId: id, reason, directors: directors?.of(by) ?? [] }
    }),
  )
}

function firmWide({ firm, owners, directors }: RecipientChoice): readonly Candidate[] {
  return firm.additionalEmails.map((email) => {
    const reason = 'Additional address of the firm.'
    const by = { entity: 'firm', id: directors?.firmRecord ?? '', field: 'additionalReceiptEmails', value: email }
    return { email, person: ownerOf(email, owners), level: 'firm', reason, directors: directors?.of(by) ?? [] }
  })
}

function ownerOf(email: string, owners: readonly RecipientPerson[]): RecipientPerson | undefined {
  const key = lowered(email)
  return owners.find((person) => addressesOf(person).includes(key))
}

function addressesOf({ email, additionalEmails }: RecipientPerson): readonly string[] {
  return [...(email ? [email] : []), ...additionalEmails].map((address) => lowered(address))
}

function isReachedAt(person: RecipientPerson, email: string): boolean {
  return [...addressesOf(person), ...(person.signInEmails ?? [])].includes(email)
}

function inactiveOf(people: readonly AssignedPerson[]): LeftOut[] {
  return people
    .filter((person) => !isActive(person))
    .map(({ fullName }) => ({ who: fullName, reason: 'The timekeeper is inactive.' }))
}

/** An address that someone may not direct the filing to may still have been entered by someone else. */
function uniqueByEmail(candidates: readonly Candidate[], { walls }: Against): readonly Candidate[] {
  const byEmail = Map.groupBy(candidates, ({ email }) => lowered(email))
  return [...byEmail].flatMap(([email, reasons]) => {
    const chosen = reasons.find(({ directors }) => !whyNotMailed(directors, walls)) ?? reasons[0]
    return chosen ? [{ ...chosen, email }] : []
  })
}

interface Against {
  holding: readonly Rule[]
  walls: readonly Wall[]
  owners: readonly RecipientPerson[]
}

function whyNot({ email, person, directors }: Candidate, { holding, walls, owners }: Against): string | undefined {
  if (person && !isActive(person)) return `${person.fullName} is inactive.`
  const others = owners.filter((owner) => isReachedAt(owner, email))
  const ids = new Set([...(person ? [person] : []), ...others].map(({ id }) => id))
  const wall = whyWalledOff([...ids], walls) ?? whyNotMailed(directors, walls)
  if (wall) return wall
  const rule = holding.find(({ exclude }) => exclude.some((address) => lowered(address) === email))
  return rule && `The notification rule "${rule.name}" excludes this address.`
}

/** An additional address is notified like its timekeeper; one without a timekeeper, with the firm's settings. */
function recipientOf({ email, person, level, ruleId, reason }: Candidate, firm: LevelSettings): ChosenRecipient {
  const settings = settleDelivery({
    ...(person && { timekeeper: person.settings }),
    ...(person?.group && { timekeeper_group: person.group }),
    firm,
  })
  return { email, ...(person && { timekeeperId: person.id }), settings, level, ...(ruleId && { ruleId }), reason }
}
