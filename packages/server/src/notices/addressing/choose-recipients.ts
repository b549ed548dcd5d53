import { type DeliverySettings, type LevelSettings, settleDelivery } from '@courtcrier/contract/delivery-settings.ts'
import { conditionHolds, parseCondition } from '@courtcrier/contract/rule-condition.ts'
import type { RuleFacts } from '@courtcrier/contract/rule-facts.ts'
import { asSentence } from '../../base/lib/sentence.ts'
import { type Wall, whyWalledOff } from '../../records/walls/walls.ts'

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
}

/**
 * Returns the recipients of a filing, each address once for the first reason that applies: its cases' timekeepers,
 * their additional addresses, addresses added by rules, then the firm's. Leaves out inactive people, addresses excluded
 * by a rule, and anyone on the other side of a wall. The firm's addresses alone don't count as recipients.
 */
export function chooseRecipients(choice: RecipientChoice): ChosenRecipients {
  const holding = choice.rules.filter(({ condition }) => ruleHolds(condition, choice.facts))
  const ofCase = [...assignedOf(choice.assigned), ...addedByRules(holding, choice.owners)]
  const all = ofCase.length > 0 ? [...ofCase, ...firmWide(choice)] : []
  const recipients: ChosenRecipient[] = []
  const leftOut: LeftOut[] = inactiveOf(choice.assigned)
  for (const candidate of uniqueByEmail(all)) {
    const reason = whyNot(candidate, { holding, walls: choice.walls, owners: choice.owners })
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

function assignedOf(people: readonly AssignedPerson[]): readonly Candidate[] {
  const active = people.filter(isActive)
  return [
    ...active.flatMap((person): Candidate[] =>
      person.email
        ? [
            {
              email: person.email,
              person,
              level: 'case',
              reason: asSentence(`Assigned to the case ${person.caseName}`),
            },
          ]
        : [],
    ),
    ...active.flatMap((person) =>
      person.additionalEmails.map((email): Candidate => {
        const reason = asSentence(`Additional address of ${person.fullName}`)
        return { email, person, level: 'timekeeper', reason }
      }),
    ),
  ]
}

function addedByRules(rules: readonly Rule[], owners: readonly RecipientPerson[]): readonly Candidate[] {
  return rules.flatMap(({ id, name, include }) =>
    include.map((email): Candidate => {
      const reason = `The notification rule "${name}" adds this address.`
      return { email, person: ownerOf(email, owners), level: 'rule', ruleId: id, reason }
    }),
  )
}

function firmWide({ firm, owners }: RecipientChoice): readonly Candidate[] {
  return firm.additionalEmails.map((email) => {
    const reason = 'Additional address of the firm.'
    return { email, person: ownerOf(email, owners), level: 'firm', reason }
  })
}

function ownerOf(email: string, owners: readonly RecipientPerson[]): RecipientPerson | undefined {
  const key = email.toLowerCase()
  return owners.find((person) => addressesOf(person).includes(key))
}

function addressesOf({ email, additionalEmails }: RecipientPerson): readonly string[] {
  return [...(email ? [email] : []), ...additionalEmails].map((address) => address.toLowerCase())
}

function isReachedAt(person: RecipientPerson, email: string): boolean {
  return [...addressesOf(person), ...(person.signInEmails ?? [])].includes(email)
}

function inactiveOf(people: readonly AssignedPerson[]): LeftOut[] {
  return people
    .filter((person) => !isActive(person))
    .map(({ fullName }) => ({ who: fullName, reason: 'The timekeeper is inactive.' }))
}

function uniqueByEmail(candidates: readonly Candidate[]): readonly Candidate[] {
  const byEmail = new Map<string, Candidate>()
  for (const candidate of candidates) {
    const email = candidate.email.toLowerCase()
    if (!byEmail.has(email)) byEmail.set(email, { ...candidate, email })
  }
  return [...byEmail.values()]
}

interface Against {
  holding: readonly Rule[]
  walls: readonly Wall[]
  owners: readonly RecipientPerson[]
}

function whyNot({ email, person }: Candidate, { holding, walls, owners }: Against): string | undefined {
  if (person && !isActive(person)) return `${person.fullName} is inactive.`
  const others = owners.filter((owner) => isReachedAt(owner, email))
  const ids = new Set([...(person ? [person] : []), ...others].map(({ id }) => id))
  const wall = whyWalledOff([...ids], walls)
  if (wall) return wall
  const rule = holding.find(({ exclude }) => exclude.some((address) => address.toLowerCase() === email))
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
