import type { Firm } from '@courtcrier/contract/resources/firm.ts'
import { sql } from 'kysely'
import type { Trx } from '../../db/database.ts'
import { numberedRows } from '../../db/json-rows.ts'
import { together } from '../../db/together.ts'
import { asSentence } from '../../lib/sentence.ts'
import type { Recipient, Stage } from '../stage.ts'

/** Who is told: the active timekeepers of the cases, then the firm's and their additional addresses. */
export const addressStage: Stage<'address'> = {
  name: 'address',
  run: async (work, deps) => {
    const caseIds = work.results.match?.caseIds ?? []
    const people = await deps.read((trx) => readPeople(trx, { firmId: work.firmId, caseIds }))
    if (work.firm.defaultNotificationCadence === 'NEVER') {
      return {
        kind: 'done',
        sentence: "Nobody is told: the firm's notification cadence is never.",
        result: { recipients: [] },
      }
    }
    const recipients = recipientsOf(people, work.firm)
    if (recipients.length > 0) return { kind: 'done', sentence: told(recipients), result: { recipients } }
    return { kind: 'review', sentence: whyNobody(people) }
  },
}

interface Question {
  firmId: number
  caseIds: readonly string[]
}

/** The timekeepers of each question's cases, each once. */
const readPeople = together(async (trx: Trx, asked: readonly Question[]) => {
  const [{ firmId } = { firmId: 0 }] = asked
  const { rows } = await sql<Person & { n: number }>`
    select distinct on (r.n, t.id) r.n, t.id, t.full_name as "fullName", t.email, t.status, c.name as "caseName",
      t.additional_receipt_emails as "additionalEmails"
    from jsonb_to_recordset(${numberedRows(asked)}::text::jsonb) as r (n int, "caseIds" uuid[])
      join cases c on c.firm_id = ${firmId} and c.id = any(r."caseIds")
      join timekeepers t on t.firm_id = c.firm_id and t.id = any(c.assigned_timekeepers)
    order by r.n, t.id, c.id`.execute(trx)
  const found = Map.groupBy(rows, ({ n }) => n)
  return asked.map((_, n) => found.get(n) ?? [])
})

interface Person {
  id: string
  fullName: string
  email: string | null
  status: string
  caseName: string
  additionalEmails: readonly string[]
}

/** The addresses to tell, each once, with the first reason that led to it. */
export function recipientsOf(
  people: readonly Person[],
  firm: Pick<Firm, 'defaultDeliveryMethod' | 'additionalReceiptEmails'>,
): readonly Recipient[] {
  const method = firm.defaultDeliveryMethod === 'INHERIT_METHOD' ? 'PDF' : firm.defaultDeliveryMethod
  const active = people.filter((person) => person.status === 'Active')
  const all: Recipient[] = [
    ...active.flatMap(({ id, email, caseName }) =>
      email ? [{ email, timekeeperId: id, method, reason: asSentence(`Assigned to the case ${caseName}`) }] : [],
    ),
    ...active.flatMap(({ additionalEmails, fullName }) =>
      additionalEmails.map((email) => ({ email, method, reason: asSentence(`Additional address of ${fullName}`) })),
    ),
  ]
  if (all.length === 0) return []
  const firmWide = firm.additionalReceiptEmails.map((email) => ({
    email,
    method,
    reason: 'Additional address of the firm.',
  }))
  return uniqueByEmail([...all, ...firmWide])
}

function uniqueByEmail(recipients: readonly Recipient[]): readonly Recipient[] {
  const byEmail = new Map<string, Recipient>()
  for (const recipient of recipients) {
    const key = recipient.email.toLowerCase()
    if (!byEmail.has(key)) byEmail.set(key, { ...recipient, email: key })
  }
  return [...byEmail.values()]
}

function told(recipients: readonly Recipient[]): string {
  return recipients.length === 1 ? 'One person is to be told.' : `${recipients.length} people are to be told.`
}

function whyNobody(people: readonly Person[]): string {
  if (people.length === 0) return 'No timekeeper is assigned to the case, so nobody would be told: assign one.'
  if (people.every((person) => person.status !== 'Active'))
    return 'All timekeepers of the case are inactive, so nobody would be told: assign another.'
  return 'No timekeeper of the case has an e-mail address, so nobody would be told: enter one.'
}
