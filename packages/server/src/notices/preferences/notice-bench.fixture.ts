import type { Notice } from '@courtcrier/contract/notice.ts'
import { type RawBuilder, sql } from 'kysely'
import { expect, vi } from 'vitest'
import { withFirm } from '../../base/db/firm-transaction.ts'
import { againAfterDeadlock } from '../../base/db/firm-write.ts'
import { newId } from '../../base/db/ids.ts'
import type { Services } from '../../base/services.ts'
import { parseDocketNumber } from '../../courts/directory/docket-number.ts'
import type { EnteredFile } from '../../mail/origin.ts'
import { receiveMessage } from '../../mail/receive.ts'
import { openOutgoingMail } from '../../outbox/mail/outgoing-mail.ts'
import { openTestServices } from '../../testing/services.ts'
import { startWorker } from '../../worker.ts'
import { filingKey } from '../matching/filing-key.ts'

/** One notice, as a test says it. */
interface Said {
  court: string
  number: string
  name?: string
  key?: string
  /** The addresses the court served. */
  emails?: readonly string[]
  notice?: Partial<Notice>
  dockets?: readonly Pick<Said, 'number' | 'name'>[]
  /** Of its documents, in the same order. */
  files?: readonly EnteredFile[]
}

interface Rested {
  id: string
  status: string
  caseId: string | null
  reason: string | null
  /** The timeline, oldest first, each line after its stage. */
  history: readonly string[]
  recipients: readonly string[]
}

export type NoticeBench = Awaited<ReturnType<typeof openNoticeBench>>

/**
 * Opens a firm with a worker, whose notices run through the real pipeline; given services are left open by closing it.
 * Close it when done.
 */
export async function openNoticeBench(given?: Services) {
  const held = given ? undefined : await openTestServices()
  const services = given ?? held?.services
  if (!services) throw new Error('there are no services')
  const worker = await startWorker(services, openOutgoingMail(services.config, services.log))
  const { kysely } = services.database
  let count = 0
  // The worker is at work on the same rows, as where a person saves a wall.
  const run = <Row>(query: RawBuilder<Row>) => againAfterDeadlock(() => query.execute(kysely))
  /** Adds a row to a table of the firm. Returns its ID. */
  const add = async (table: string, row: object, id = newId()) => {
    const record = { firm_id: 1, id, ...row }
    const columns = sql.join(Object.keys(record).map((name) => sql.ref(name)))
    await run(sql`insert into ${sql.table(table)} (${columns})
      select ${columns} from jsonb_populate_record(null::${sql.table(table)}, ${JSON.stringify(record)}::text::jsonb)`)
    return id
  }
  const receive = async (said: Said) => {
    const notice = noticeOf(said, ++count)
    const raw = Buffer.from(`Subject: ${count}\r\nFrom: clerk@one.example\r\n\r\nOrder ${count}`)
    const entered = { by: 'Ada', userId: newId(), notice, files: said.files ?? [], filingKey: filingKey(notice) }
    const { itemId } = await receiveMessage(services, {
      ...{ firmId: 1, raw, via: 'manual', source: 'Ada' },
      origin: { entered },
    })
    return itemId
  }
  const read = async (itemId: string): Promise<Rested> => {
    const { rows } = await sql<Rested>`
      select i.id, i.status, i.case_id as "caseId", i.reason,
        array(select h.stage || ': ' || h.sentence from history h where h.inbox_item_id = i.id order by h.at, h.id) as history,
        array(select d.email from deliveries d where d.inbox_item_id = i.id order by d.email) as recipients
      from inbox_items i where i.id = ${itemId}::uuid`.execute(kysely)
    const [item] = rows
    if (!item) throw new Error('the item is gone')
    return item
  }
  /** Returns the item once it stops. */
  const rest = async (itemId: string) => {
    // Not `expect.poll`, so that a test file can begin with items that are at rest.
    await vi.waitFor(async () => expect((await read(itemId)).status).not.toMatch(/^(New|Started)$/), {
      timeout: 60_000,
    })
    return read(itemId)
  }
  return {
    services,
    add,
    receive,
    read,
    rest,
    /** Receives a notice and returns its item once it stops. */
    send: async (said: Said) => rest(await receive(said)),
    query: async <Row>(query: RawBuilder<Row>) => (await run(query)).rows,
    inFirm: <T>(work: Parameters<typeof withFirm<T>>[2]) => withFirm(services.database, 1, work),
    close: async () => {
      await worker.stop()
      await held?.close()
    },
  }
}

/** The notice that a test says; the count makes it one of its own. */
export function noticeOf({ court, number, name, key, emails = [], notice, dockets }: Said, count: number): Notice {
  const found = (value: string) => ({ value, from: 'derived' as const })
  const caseOf = (docket: Pick<Said, 'number' | 'name'>, ownKey?: string) => ({
    docketNumber: found(docket.number),
    parts: parseDocketNumber(docket.number) ?? {},
    ...(docket.name && { name: found(docket.name) }),
    ...(ownKey && { courtCaseId: found(ownKey) }),
  })
  return {
    kind: 'filing',
    format: 'by-hand',
    courtId: found(court),
    courtEvidence: [{ courtId: court, by: 'given', weight: 1 }],
    cases: [caseOf({ number, ...(name && { name }) }, key), ...(dockets ?? []).map((each) => caseOf(each))],
    event: found('Order'),
    documentNumber: found(String(count)),
    ...{ isCaseClosed: false, isSealed: false, crossReferences: [], documents: [] },
    recipients: emails.map((email) => ({ name: email, emails: [email], isServedElectronically: true })),
    ...notice,
  }
}
