import { readFile } from 'node:fs/promises'
import type { ScenarioName } from '@courtcrier/sandbox/filings/scenarios.ts'
import type { FiledScenario } from '@courtcrier/sandbox/sandbox.ts'
import { openSession } from '@courtcrier/sandbox/sending/smtp-session.ts'
import { sql } from 'kysely'
import { receiveMessage } from '../packages/server/src/mail/receive.ts'
import { kinds, mailOf, rawOf } from '../packages/server/src/notices/pipeline/trust-gate.fixture.ts'
import { type Call, type Installation, untilAtRest } from './harness.ts'

/** Why a notice needs attention; there is one for each verb that closes it. */
export const stuckKinds = [
  'login',
  'unavailable',
  'no case',
  'two cases',
  'no timekeeper',
  'unverified',
  'fake',
  'announcement',
  'no court',
] as const
export type StuckKind = (typeof stuckKinds)[number]

/** The items of each kind, in different cases, so that closing one doesn't close the other. */
export type Stuck = Readonly<Record<StuckKind, readonly { id: string; docket: string; number: number }[]>>

/** Sends so many notices of each kind, and returns their items once they have stopped. */
export async function stickNotices(installation: Installation, call: Call, count: 1 | 2): Promise<Stuck> {
  const makers = makersOf(installation)
  const sent = new Map<StuckKind, readonly Sent[]>()
  for (const kind of stuckKinds)
    sent.set(kind, count === 1 ? [await makers[kind](0)] : [await makers[kind](0), await makers[kind](1)])
  await untilAtRest(call)
  const { rows } = await sql<{ id: string; docket: string | null }>`
    select id, docket_number as docket from inbox_items`.execute(kyselyOf(installation))
  const idOf = ({ id, docket }: Sent) => id ?? rows.find((row) => row.docket === docket)?.id ?? ''
  const stuck = [...sent].map(([kind, all]) => [
    kind,
    all.map((each) => ({ id: idOf(each), docket: each.docket ?? '', number: each.number ?? 0 })),
  ])
  for (const { id } of Object.fromEntries(stuck)['no court']) await hideCourt(installation, id)
  return Object.fromEntries(stuck)
}

interface Sent {
  id?: string
  docket?: string
  number?: number
}

const kyselyOf = ({ courtcrier }: Installation) => courtcrier.services.database.kysely

function makersOf(installation: Installation): Record<StuckKind, (n: number) => Promise<Sent>> {
  const used = new Set<string>()
  /** Files a filing in a case that has had none, and sends it to one person once the firm's case is prepared. */
  const send = async (scenario: ScenarioName, prepare: (filed: FiledScenario) => Promise<unknown> = async () => {}) => {
    let filed = await installation.sandbox.fileScenario(scenario)
    while (used.has(filed.filing.caseId)) filed = await installation.sandbox.fileScenario(scenario)
    used.add(filed.filing.caseId)
    await prepare(filed)
    const session = await openSession(installation.smtp)
    const [message] = filed.messages
    if ('reason' in session || !message) throw new Error('the notice could not be sent')
    await session.send(message, message.email)
    session.close()
    return { docket: filed.filing.docketNumber, number: filed.filing.documentNumber }
  }
  const receive = async (raw: Buffer) => {
    const { itemId } = await receiveMessage(installation.courtcrier.services, {
      ...{ firmId: 1, raw, via: 'smtp' as const },
      source: 'mail.b.example',
    })
    return { id: itemId }
  }
  const change = (set: ReturnType<typeof sql>) => (filed: FiledScenario) =>
    sql`update cases set ${set} where unique_key = ${filed.filing.courtCaseId}`.execute(kyselyOf(installation))
  const fixture = new URL(
    '../packages/server/src/courts/formats/court-announcement/fixtures/ohsd-contact-information.txt',
    import.meta.url,
  )
  return {
    login: () => send('expired'),
    unavailable: () => send('not-available'),
    'no case': (n) => send('plain', change(sql`case_number = ${`Moved ${n}`}, unique_key = null`)),
    'two cases': () => send('plain', (filed) => doubleCase(installation, filed)),
    'no timekeeper': () => send('plain', change(sql`assigned_timekeepers = '{}'`)),
    unverified: async () => {
      const { filing, messages } = await installation.sandbox.fileScenario('plain')
      const unsigned = String(messages[0]?.raw).replace(/^DKIM-Signature:.*\r\n(?:[ \t].*\r\n)*/gim, '')
      return { ...(await receive(Buffer.from(unsigned))), docket: filing.docketNumber }
    },
    fake: async (n) => receive(await rawOf('look-alike', await mailOf(kinds[n * 3] ?? { name: '' }))),
    announcement: async (n) =>
      receive(Buffer.from(String(await readFile(fixture)).replace(/^Subject: /m, `Subject: ${n + 1}. `))),
    'no court': (n) => receive(Buffer.from(`Subject: Lunch ${n}\r\nFrom: clerk${n}@court.example\r\n\r\nHello`)),
  }
}

/** Gives the filing's case a short number, which a second case with other parties also has. */
async function doubleCase(installation: Installation, { filing }: FiledScenario): Promise<void> {
  const short = /\d\d-\w\w-\d{5}/.exec(filing.docketNumber)?.[0] ?? ''
  const kysely = kyselyOf(installation)
  await sql`insert into cases (firm_id, id, name, case_number, jurisdiction_id, matter_id, assigned_timekeepers, status)
    select firm_id, gen_random_uuid(), 'Quillfeather v. Umbrastone', ${`${short}-ZZ`}, jurisdiction_id, matter_id,
      assigned_timekeepers, status from cases where unique_key = ${filing.courtCaseId}`.execute(kysely)
  await sql`update cases set case_number = ${short}, unique_key = null
    where unique_key = ${filing.courtCaseId}`.execute(kysely)
}

/** Leaves an item as the pipeline does if it understood everything except the court. */
async function hideCourt(installation: Installation, id: string): Promise<void> {
  const outcomes = JSON.stringify({
    authenticate: { result: { trust: 'verified' } },
    review: { understood: { kind: 'filing' } },
  })
  const kysely = kyselyOf(installation)
  await sql`update inbox_items set reason = 'This notice does not show which court sent it. Choose the court.'
    where id = ${id}::uuid`.execute(kysely)
  await sql`update item_progress set outcomes = ${outcomes}::text::jsonb where id = ${id}::uuid`.execute(kysely)
}
