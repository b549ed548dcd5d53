import { permissionSubjects } from '@courtcrier/contract/access.ts'
import { eventLevels } from '@courtcrier/contract/event-levels.ts'
import type { AnyRow } from '@courtcrier/contract/resource.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../base/db/ids.ts'
import type { TestRole } from '../testing/api.ts'
import { type DirectedWorld, type MarkedFiling, openDirectedWorld, unusedName } from '../testing/directed-world.ts'
import {
  type Directed,
  type DirectionKind,
  directionKinds,
  mayBeSilent,
  readAt,
  settings,
} from '../testing/direction-kinds.ts'
import { isLongRun } from '../testing/long-run.ts'

const free = 'Administrator'
/** Users who direct things elsewhere, each of them a timekeeper. */
const people = ['Manager', 'Docketing'] as const
type Person = (typeof people)[number]

/**
 * What roles may be denied, and the words of a filing that they then may see nowhere. An event report also tells of
 * the records themselves, which such a role may see if it is only kept from whose they are.
 */
const limits: readonly { role: AnyRow; hidden: readonly string[]; seesRecords?: boolean }[] = [
  { role: {}, hidden: [] },
  { role: { envelope_access: 'DENY' }, hidden: ['text', 'event', 'filer'] },
  { role: { envelope_permissions: { docket_text: 'DENY' } }, hidden: ['text'] },
  { role: { document_access: 'DENY' }, hidden: ['title', 'file'] },
  { role: { document_permissions: { file_id: 'DENY' } }, hidden: ['file'] },
  { role: { case_access: 'DENY', envelope_permissions: { case_name: 'DENY' } }, hidden: ['case'] },
  { role: { case_permissions: { name: 'DENY', case_number: 'DENY' } }, hidden: ['case'] },
  { role: { case_permissions: { matter_id: 'DENY' } }, hidden: ['matter', 'client'], seesRecords: true },
  { role: { matter_access: 'DENY', client_access: 'DENY' }, hidden: ['matter', 'client'] },
]

interface Wall {
  type: 'EXCLUSIONARY' | 'INCLUSIONARY'
  /** Whom it names. */
  named: readonly Person[]
}

interface Plan {
  /** A wall around each filing, or none. */
  walls: readonly (Wall | undefined)[]
  /** Whether the walls are raised before the notices are processed, or before anything is sent. */
  early: boolean
  /** The role of each person when something is sent. */
  roles: readonly number[]
  directions: readonly { by: Person | typeof free; kind: DirectionKind; changedBy: Person | undefined }[]
}

const words = ['Zinc', 'Opal', 'Jade']
const numRuns = isLongRun ? 400 : 12
/** In milliseconds for each run, on a machine that does ten other things. */
const mostPerRun = 30_000
let world: DirectedWorld
let filings: MarkedFiling[]
const timekeepers = new Map<Person, string>()
const roleIds: string[] = []
let ann: string

beforeAll(async () => {
  world = await openDirectedWorld()
  const timekeeper = async (values: object) => String((await world.write(free, 'POST', 'timekeeper', values)).id)
  ann = await timekeeper({ full_name: 'Ann Lee', email: 'ann@one.example' })
  for (const person of people) timekeepers.set(person, await timekeeper({ full_name: person }))
  const all = Object.fromEntries(permissionSubjects.map((subject) => [`${subject}_access`, 'FULL']))
  for (const { role } of limits) {
    const body = { name: unusedName(), ...all, ...role, user_ids: [world.api.userIds[1]['View Only']] }
    roleIds.push(String((await world.write(free, 'POST', 'user_security_role', body)).id))
  }
  for (const person of people)
    await world.system(sql`update users set timekeeper_id = ${timekeepers.get(person)}::uuid
      where id = ${world.api.userIds[1][person]}::uuid`)
  await takeRoles(people.map(() => 0))
  filings = []
  for (const word of words) filings.push(await world.plant(word))
  await world.system(sql`update cases set assigned_timekeepers = ${[ann]}::uuid[]`)
})
afterAll(() => world.close())

async function takeRoles(roles: readonly number[]): Promise<void> {
  for (const [n, person] of people.entries())
    await world.system(sql`update users set security_role_id = ${roleIds[roles[n] ?? 0]}::uuid
      where id = ${world.api.userIds[1][person]}::uuid`)
}

/** A place to which something is directed, and everyone who had a part in that. */
interface DirectedPlace {
  to: string
  kind: DirectionKind
  directors: readonly TestRole[]
  /** Who set it before, and may still be responsible for what the last one left as it was. */
  former: readonly TestRole[]
  /** What reaches the place of something that left; undefined if nothing does. */
  reads: ReturnType<typeof readAt>
  /** False if a later direction took its place, or there may be nothing to say: then nothing needs to arrive. */
  isHeard: boolean
}

let at: Directed

/** Everything as before the first run. */
async function reset(): Promise<void> {
  await takeRoles(people.map(() => 0))
  for (const table of [
    'ethical_walls',
    'webhook_calls',
    'webhooks',
    'deliveries',
    'chat_messages',
    'document_copies',
    'notification_rules',
  ])
    await world.system(sql`delete from ${sql.table(table)}`)
  await world.system(sql`update firms set additional_receipt_emails = '{}', reply_to_email = null,
    default_email_template_id = null, error_notification_emails = '{}', dms_failure_report_emails = '{}',
    error_notification_level = ${eventLevels[0]} where firm_id = 1`)
  await world.system(sql`update timekeepers set additional_receipt_emails = '{}'`)
  await world.forget()
  const dms = { name: unusedName(), driver: 'FILE_SYSTEM', folder_id: '/main' }
  const store = String((await world.write(free, 'POST', 'generic_credential', dms)).id)
  const main = await world.write(free, 'POST', 'storage_policy', { name: unusedName(), dms_credential_id: store })
  await world.write(free, 'PUT', 'firm/1', { storage_policy_id: main.id })
  const annsGroup = { name: unusedName(), time_zone: 'America/New_York', timekeeper_ids: [ann] }
  const group = String((await world.write(free, 'POST', 'timekeeper_group', annsGroup)).id)
  at = { world, ann, store, chain: [String(main.id)], group }
}

let count = 0

async function direct(directions: Plan['directions']): Promise<readonly DirectedPlace[]> {
  const places: DirectedPlace[] = []
  const ofChain: TestRole[] = []
  for (const [n, { by, kind, changedBy }] of directions.entries()) {
    count += 1
    const name = `p${count}q`
    const { url, changes = [] } = await directionKinds[kind](at, by, name)
    const changers = url && changedBy ? [changedBy] : []
    for (const as of changers) for (const change of changes) await world.write(as, 'PUT', String(url), change)
    if (kind === 'storage') ofChain.push(by)
    places.push({
      to: name,
      kind,
      directors: [...new Set([by, ...changers, ...(kind === 'storage' ? ofChain : [])])],
      former: directions.slice(0, n).flatMap((each) => (isSame(each.kind, kind) ? [each.by] : [])),
      reads: readAt(kind, name),
      isHeard: !mayBeSilent.includes(kind) && !directions.slice(n + 1).some((later) => isSame(later.kind, kind)),
    })
  }
  return places
}

/** Whether both set the same thing. */
function isSame(one: DirectionKind, other: DirectionKind): boolean {
  return settings[one] !== undefined && settings[one] === settings[other]
}

async function raise(walls: Plan['walls']): Promise<void> {
  for (const [n, wall] of walls.entries()) {
    if (!wall) continue
    const named = wall.named.map((person) => timekeepers.get(person) ?? '')
    const ids = wall.type === 'INCLUSIONARY' ? [...named, ann] : named
    await world.system(sql`insert into ethical_walls (firm_id, id, name, wall_type, matter_id, timekeeper_ids)
      values (1, ${newId()}::uuid, ${unusedName()}, ${wall.type}, ${filings[n]?.matterId}::uuid, ${ids}::uuid[])`)
  }
}

/** The words that must not leave for a place, by what the walls and roles of the plan say, and nothing else. */
function forbidden({ walls, roles }: Plan, { directors, kind }: DirectedPlace): string[] {
  return directors.flatMap((director) => {
    const index = people.indexOf(director as Person)
    // The Administrator is no timekeeper, and sees everything.
    if (index < 0) return []
    return words.flatMap((word, n) => {
      const wall = walls[n]
      const isNamed = wall?.named.includes(director as Person) ?? false
      const isOut = wall !== undefined && (wall.type === 'INCLUSIONARY' ? !isNamed : isNamed)
      if (isOut) return [word]
      const { hidden = [], seesRecords } = limits[roles[index] ?? 0] ?? {}
      return kind === 'errors' && seesRecords ? [] : hidden.map((part) => `${word}${part}`)
    })
  })
}

const wall = fc.option(
  fc.record({
    type: fc.constantFrom<Wall['type']>('EXCLUSIONARY', 'INCLUSIONARY'),
    named: fc.subarray([...people], { minLength: 1 }),
  }),
  { nil: undefined },
)
const plan: fc.Arbitrary<Plan> = fc.record({
  walls: fc.tuple(wall, wall, fc.constant(undefined)),
  early: fc.boolean(),
  roles: fc.tuple(...people.map(() => fc.nat(limits.length - 1))),
  directions: fc.array(
    fc.record({
      by: fc.constantFrom(...people, ...people, free),
      kind: fc.constantFrom(...(Object.keys(directionKinds) as DirectionKind[])),
      changedBy: fc.option(fc.constantFrom(...people), { nil: undefined, freq: 3 }),
    }),
    { minLength: 1, maxLength: 5 },
  ),
})

test('nothing leaves that those who directed it may not see', { timeout: numRuns * mostPerRun }, async () => {
  let sent = 0
  await fc.assert(
    fc.asyncProperty(plan, async (made) => {
      await reset()
      const places = await direct(made.directions)
      if (made.early) await raise(made.walls)
      await takeRoles(made.roles)
      for (const filing of filings) {
        await world.notice(filing)
        await world.write(free, 'PUT', `case/${filing.caseId}`, { name: `${filing.word}case v. ${unusedName()}` })
      }
      if (!made.early) await raise(made.walls)
      await world.send()
      // Emails and copies cause webhook calls.
      const left = await world.send()
      for (const place of places) {
        const here = left.flatMap((one) => {
          const text = place.reads(one)
          return text === undefined ? [] : [{ ...one, text }]
        })
        sent += here.length
        for (const word of forbidden(made, place))
          for (const { by, to, text } of here) expect(text, `${by} to ${to}`).not.toContain(word)
        // No wall is around the last filing, and its words reach everyone who may see all of it.
        const mayAll = [...place.directors, ...place.former].every(
          (who) => made.roles[people.indexOf(who as Person)] === 0 || who === free,
        )
        if (mayAll && place.isHeard) expect(here.map(({ text }) => text).join('\n')).toContain('Jade')
      }
    }),
    { numRuns, endOnFailure: true },
  )
  expect(sent).toBeGreaterThan(0)
})
