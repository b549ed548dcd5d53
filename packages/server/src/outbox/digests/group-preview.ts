import type { DailyPreview, PreviewSource } from '@courtcrier/contract/calls/previews.ts'
import { emailTemplate } from '@courtcrier/contract/resources/email-template.ts'
import { timekeeper } from '@courtcrier/contract/resources/timekeeper.ts'
import { sightOf } from '@courtcrier/contract/ways.ts'
import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { firmRows } from '../../base/db/firm-rows.ts'
import { findEffectiveDelivery } from '../../notices/addressing/effective-delivery.ts'
import type { SearchScope } from '../../records/viewer.ts'
import { isVisible } from '../../records/visible-rows.ts'
import type { ClockTemplate } from './clock-fill.ts'
import { composeDaily } from './compose-daily.ts'
import { nextDailyMoment } from './daily-moment.ts'
import { dailyTimeOf } from './daily-time.ts'
import type { DigestFirm } from './digest-row.ts'
import { waitingDeliveries } from './due-daily.ts'
import { type DigestFiling, findFilings } from './filings.ts'
import { filingsForViewer, findRecentFilings } from './find-recent.ts'
import { findClockTemplates } from './find-templates.ts'
import type { MailOrigin } from './mail-frame.ts'
import { findDigestFirm, sampleContent } from './preview-message.ts'
import { lookFor } from './sight.ts'

interface GroupPreview {
  groupId: string
  /** A member of the group; the first one if absent. */
  timekeeperId: string | undefined
  now: Date
}

interface PersonOfGroup {
  id: string
  name: string
  email: string
}

/** Everything needed for the preview of a group's daily message. */
export interface FoundForDaily extends Content {
  person: PersonOfGroup
  people: readonly PersonOfGroup[]
  moment: { cadence: string; timeZone: string; day: string; at: Date }
  firm: DigestFirm
  /** The firm's template, if it has one that the viewer may see. */
  template: ClockTemplate | undefined
}

/**
 * Returns the filings waiting for a person's next daily digest or, if none, those they were recently notified of.
 * Undefined if the group has no such person. Contains only what both the person and the viewer may see.
 */
export async function findForDaily(
  trx: Trx,
  scope: SearchScope,
  { groupId, timekeeperId, now }: GroupPreview,
): Promise<FoundForDaily | undefined> {
  const people = await findPeople(trx, scope, groupId)
  const person = timekeeperId ? people.find(({ id }) => id === timekeeperId) : people[0]
  if (!person) return undefined
  const moment = await findMoment(trx, scope.firmId, { person, now })
  const content = await findContent(trx, scope, { person, day: moment.day, now })
  const firm = await findDigestFirm(trx, scope.firmId)
  const canSee = sightOf(scope.role)
  const isTemplateSeen = ['name', 'subject', 'body'].every((key) => canSee(emailTemplate, key))
  const template = isTemplateSeen ? (await findClockTemplates(trx, scope)).daily : undefined
  return { person, people, moment, ...content, firm, template }
}

/** Composes the daily message from what was found, as it would be sent now. */
export async function previewDaily(found: FoundForDaily, sender: MailOrigin): Promise<DailyPreview> {
  const { person, people, moment, filings, source, withheld, firm, template } = found
  const { cadence, timeZone, day, at } = moment
  const row = { id: 'preview', email: person.email, name: person.name, day, firm }
  const { mail, templateProblem } = await composeDaily(row, filings, { ...sender, template })
  return {
    person: { id: person.id, name: person.name },
    people: people.map(({ id, name }) => ({ id, name })),
    source,
    withheld,
    subject: mail.subject,
    html: mail.html,
    cadence,
    at: at.toISOString(),
    time_zone: timeZone,
    template: template?.name ?? null,
    problem: templateProblem?.sentence ?? null,
  }
}

const mostPeople = 200

/** The members of the group who are notified by email; numbered instead of named if the viewer may not see names. */
async function findPeople(trx: Trx, scope: SearchScope, groupId: string): Promise<readonly PersonOfGroup[]> {
  const canSee = sightOf(scope.role)
  const { rows } = await sql<PersonOfGroup>`
    select t.id, t.full_name as name, lowered(t.email) as email from ${firmRows(timekeeper)} t
    where t.firm_id = ${scope.firmId} and t.timekeeper_group_id = ${groupId}::uuid and t.status = 'Active'
      and t.email <> '' and ${isVisible('t', timekeeper, scope)}
    order by t.sort_name, t.full_name, t.id limit ${mostPeople}`.execute(trx)
  return canSee(timekeeper, 'fullName') ? rows : rows.map((row, n) => ({ ...row, name: `Person ${n + 1}` }))
}

async function findMoment(trx: Trx, firmId: number, { person, now }: { person: PersonOfGroup; now: Date }) {
  const { settings, timeZone } = await findEffectiveDelivery(trx, { firmId, timekeeperId: person.id })
  const valueOfSetting = (name: string) => settings.find((each) => each.name === name)?.value ?? null
  const cadence = valueOfSetting('cadence') ?? ''
  const daily = dailyTimeOf({ time: valueOfSetting('time'), timeZone })
  return { cadence, timeZone: daily.timeZone, ...nextDailyMoment(now, daily) }
}

interface Content {
  filings: readonly DigestFiling[]
  source: PreviewSource
  /** How many filings a wall hides from the person. */
  withheld: number
}

/** Filings waiting for the next digest; otherwise the person's recent ones; otherwise the firm's, or samples. */
async function findContent(
  trx: Trx,
  scope: SearchScope,
  { person, day, now }: { person: PersonOfGroup; day: string; now: Date },
): Promise<Content> {
  const { firmId } = scope
  const own = sql`and d.firm_id = ${firmId} and d.email = ${person.email}`
  const waiting = await findFilings(
    trx,
    firmId,
    sql`(select null::int as n, null::uuid as digest_id, w.id as delivery_id from ${waitingDeliveries(now, own)} w)`,
  )
  const sources = [
    { source: 'waiting' as const, find: () => filingsForViewer(trx, scope, waiting) },
    { source: 'told' as const, find: () => findRecentFilings(trx, scope, sql`t.email = ${person.email}`) },
    { source: 'firm' as const, find: () => findRecentFilings(trx, scope, sql`true`) },
  ]
  for (const { source, find } of sources) {
    const found = (await find()).map((each) => (source === 'firm' ? { ...each, reason: null } : each))
    const filings = await seenBy(trx, firmId, { person, filings: found })
    if (filings.length > 0) return { filings, source, withheld: found.length - filings.length }
  }
  const sample = sampleContent('DAILY_MESSAGE', day)
  return { filings: 'filings' in sample ? sample.filings : [], source: 'sample', withheld: 0 }
}

async function seenBy(
  trx: Trx,
  firmId: number,
  { person, filings }: { person: PersonOfGroup; filings: readonly DigestFiling[] },
): Promise<readonly DigestFiling[]> {
  const mayTell = await lookFor(trx, {
    firmId,
    emails: [person.email],
    caseIds: filings.flatMap(({ caseIds }) => caseIds),
  })
  return filings.filter(({ caseIds }) => !mayTell(person.email, caseIds, { timekeeperId: person.id }))
}
