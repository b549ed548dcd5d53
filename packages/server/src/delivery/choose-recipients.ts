import { type DeliverySettings, type LevelSettings, settleDelivery } from '@courtcrier/contract/delivery-settings.ts'
import { conditionHolds, parseCondition } from '@courtcrier/contract/rule-condition.ts'
import type { RuleFacts } from '@courtcrier/contract/rule-facts.ts'
import { asSentence } from '../base/lib/sentence.ts'
import { type Wall, whyWalledOff } from './walls.ts'

/** A timekeeper, as far as telling them goes. */
export interface Person {
  id: string
  fullName: string
  email: string | null
  status: string
  additionalEmails: readonly string[]
  /** With which users sign in who are this timekeeper: nothing is sent there for that, and walls hold there too. */
  signInEmails?: readonly string[]
  settings: LevelSettings
  group: LevelSettings | null
}

export interface AssignedPerson extends Person {
  caseName: string
}

export interface Rule {
  id: string
  name: string
  condition: string | null
  include: readonly string[]
  exclude: readonly string[]
}

export interface Choice {
  /** The timekeepers of the filing's cases. */
  assigned: readonly AssignedPerson[]
  /** Timekeepers to whom one of the addresses belongs. */
  owners: readonly Person[]
  firm: LevelSettings & { additionalEmails: readonly string[] }
  /** Those in use that apply to the filing's court. */
  rules: readonly Rule[]
  facts: RuleFacts
  /** Those around the matters and clients of the filing's cases. */
  walls: readonly Wall[]
}

/** Somebody to tell of a filing: how, and what brought them in. */
export interface ChosenRecipient {
  /** Lower case. */
  email: string
  timekeeperId?: string
  settings: DeliverySettings
  level: 'case' | 'timekeeper' | 'rule' | 'firm'
  ruleId?: string
  reason: string
}

/** Somebody who would have been told, and why not. */
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
  person: Person | undefined
  level: ChosenRecipient['level']
  ruleId?: string
  reason: string
}

/**
 * Whom to tell of a filing, each address once for the first reason that leads to it: the timekeepers of its cases, their
 * additional addresses, those that rules add, then the firm's. Taken out again: inactive people, those a rule excludes,
 * and whoever is on the other side of a wall. The firm's addresses alone are nobody to tell.
 */
export function chooseRecipients(choice: Choice): ChosenRecipients {
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

/** A condition that can't be read (written before the language was checked) holds for nothing. */
function ruleHolds(text: string | null, facts: RuleFacts): boolean {
  const parsed = parseCondition(text ?? '')
  return 'condition' in parsed && conditionHolds(parsed.condition, facts)
}

const isActive = ({ status }: Person) => status === 'Active'

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

function addedByRules(rules: readonly Rule[], owners: readonly Person[]): readonly Candidate[] {
  return rules.flatMap(({ id, name, include }) =>
    include.map((email): Candidate => {
      const reason = `The notification rule "${name}" adds this address.`
      return { email, person: ownerOf(email, owners), level: 'rule', ruleId: id, reason }
    }),
  )
}

function firmWide({ firm, owners }: Choice): readonly Candidate[] {
  return firm.additionalEmails.map((email) => {
    const reason = 'Additional address of the firm.'
    return { email, person: ownerOf(email, owners), level: 'firm', reason }
  })
}

function ownerOf(email: string, owners: readonly Person[]): Person | undefined {
  const key = email.toLowerCase()
  return owners.find((person) => addressesOf(person).includes(key))
}

function addressesOf({ email, additionalEmails }: Person): readonly string[] {
  return [...(email ? [email] : []), ...additionalEmails].map((address) => address.toLowerCase())
}

function isReachedAt(person: Person, email: string): boolean {
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
  owners: readonly Person[]
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

/** An additional address is told as its timekeeper is; one that belongs to nobody as the firm says. */
function recipientOf({ email, person, level, ruleId, reason }: Candidate, firm: LevelSettings): ChosenRecipient {
  const settings = settleDelivery({
    ...(person && { timekeeper: person.settings }),
    ...(person?.group && { timekeeper_group: person.group }),
    firm,
  })
  return { email, ...(person && { timekeeperId: person.id }), settings, level, ...(ruleId && { ruleId }), reason }
}
