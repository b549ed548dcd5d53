import type { Notice } from '@courtcrier/contract/notice.ts'
import { sql } from 'kysely'
import { withFirm } from '../../base/db/firm-transaction.ts'
import { newId } from '../../base/db/ids.ts'
import { startJobs } from '../../base/db/jobs.ts'
import { eventually } from '../../mail/testing/eventually.ts'
import type { Mail } from '../../outbox/mail/mail.ts'
import { pdf, type Reply, startCourt } from '../../retrieval/local-court.fixture.ts'
import { textPdf } from '../../testing/pdf.ts'
import { openTestServices } from '../../testing/services.ts'
import { startWorker } from '../../worker.ts'
import { filingKey } from '../matching/filing-key.ts'
import { recordNotice } from '../pipeline/records/parse.ts'
import type { Work } from '../pipeline/stage.ts'
import type { TextReader } from '../texts/read-text.ts'

export interface Said {
  /** 1 if absent. */
  firmId?: number
  courtId: string
  docketNumber: string
  documentNumber?: string
  filedDate?: string
  /** The blob of its message; one that doesn't exist if absent. */
  raw?: string
  /** The address of its document, whose token is the key of what the court serves. */
  url: string
}

const tokenOf = ({ searchParams }: URL) => searchParams.get('magic_num') ?? searchParams.get('SID') ?? undefined

/** A page with this line at its head, where courts stamp. */
export function stampedPdf(stamp: string, body = 'Motion'): Promise<Buffer> {
  return textPdf([stamp, '', '', '', '', body])
}

interface StampedCourtOptions {
  /** What the court answers instead of a PDF, if anything. */
  answer?: () => Reply | undefined
  reader?: TextReader
  environment?: Readonly<Record<string, string>>
}

/** A firm with a case and an attorney, a worker, and a court that serves whatever PDFs a test gives it. */
export async function openStampedCourt({ answer, reader, environment = {} }: StampedCourtOptions = {}) {
  /** What the court serves, by the token of the link. */
  const served = new Map<string, Uint8Array>()
  const court = await startCourt((url) => answer?.() ?? pdf(served.get(tokenOf(url) ?? '') ?? Buffer.from('nothing')))
  const held = await openTestServices({
    environment: { COURTCRIER_COURT_GATEWAY: court.gateway, COURTCRIER_RETRY_SECONDS: '1', ...environment },
  })
  let { services } = held
  const sent: Mail[] = []
  const mail = {
    send: async (message: Mail) => {
      sent.push(message)
      return { accepted: true as const, response: '250 OK' }
    },
    sendSystemMail: async () => ({ accepted: true as const, response: '250 OK' }),
    verify: async () => undefined,
    putOff: () => undefined,
    state: () => undefined,
    close: async () => undefined,
  }
  let worker = await startWorker(services, mail, { ...(reader && { reader }) })
  const run = <T>(query: ReturnType<typeof sql<T>>) => query.execute(services.database.kysely)
  const world = await addWorld(run)
  return {
    services: () => services,
    sent,
    served,
    court,
    run,
    ...world,
    /** Puts a notice behind the parse stage, as if it had been received, and lets the worker have it. */
    receive: (said: Said) => withFirm(services.database, 1, (trx) => putNotice(trx, services.jobs, said)),
    /** Reads an item once it is in one of these states. */
    item: async (id: string, status: RegExp) => {
      // As it was then: it may go on at once.
      let item: Item | undefined
      await eventually(async () => {
        item = (await run(readItem(id))).rows[0]
        // With the reason, to say why one is in another state.
        return `${item?.status}: ${item?.reason ?? ''}`
      }).toMatch(new RegExp(`^(?:${status.source}):`))
      if (!item) throw new Error('the item is gone')
      return item
    },
    /** Ends the worker and its queue, and starts both anew on the same database, as after a crash. */
    restart: async (between = () => {}) => {
      await worker.stop()
      between()
      const onError = (error: unknown) => {
        throw error
      }
      const jobs = await startJobs(services.database, { feed: services.feed, onError, isAlone: true })
      services = { ...services, jobs }
      worker = await startWorker(services, mail, { ...(reader && { reader }) })
    },
    close: async () => {
      await worker.stop()
      await held.close()
      await court.close()
    },
  }
}

export type RunQuery = <T>(query: ReturnType<typeof sql<T>>) => Promise<{ rows: T[] }>

/** A client with a matter, an attorney, and cases on demand. */
export async function addWorld(run: RunQuery) {
  const [client, matter, attorney] = [newId(), newId(), newId()]
  await run(sql`insert into clients (firm_id, id, name, number) values (1, ${client}::uuid, 'C', 'C')`)
  await run(
    sql`insert into matters (firm_id, id, name, number, client_id) values (1, ${matter}::uuid, 'M', 'M', ${client}::uuid)`,
  )
  await run(sql`insert into timekeepers (firm_id, id, full_name, email)
    values (1, ${attorney}::uuid, 'Margaret Harlan', 'harlan@one.example')`)
  const addCase = async (courtId: string, number: string) => {
    const [jurisdiction, id] = [newId(), newId()]
    await run(sql`insert into jurisdictions (firm_id, id, name, ecfx_jurisdiction_ids)
      values (1, ${jurisdiction}::uuid, ${`${courtId} ${number}`}, array[${courtId}])`)
    await run(sql`insert into cases (firm_id, id, name, case_number, jurisdiction_id, matter_id, assigned_timekeepers)
      values (1, ${id}::uuid, 'Calder v. Northgate', ${number}, ${jurisdiction}::uuid, ${matter}::uuid, array[${attorney}::uuid])`)
    return { id, jurisdiction }
  }
  return { matter, attorney, addCase }
}

/** Puts a notice behind the parse stage, as if it had been received and read. */
export async function putNotice(
  trx: Parameters<typeof recordNotice>[0],
  jobs: Parameters<typeof recordNotice>[1]['jobs'],
  said: Said,
): Promise<string> {
  const id = newId()
  const { firmId = 1 } = said
  const notice = noticeOf(said)
  const parse = { notice, filingKey: filingKey(notice) }
  const authenticate = { trust: 'verified' as const, reasons: [] }
  await sql`insert into inbox_items (firm_id, id, subject, received_at, raw_content, fingerprint, status, next_stage, attempts)
    values (${firmId}, ${id}::uuid, 'Notice', now(), ${said.raw ?? '0'.repeat(64)}, ${id}, 'New', 'retrieve', 0)`.execute(
    trx,
  )
  const work = {
    firmId,
    firm: { internalWallsEnabled: false },
    itemId: id,
    origin: {},
    results: { authenticate, parse },
  } as unknown as Work
  const { envelopeId } = await recordNotice(trx, { work, result: parse, jobs })
  await sql`update inbox_items set envelope_id = ${envelopeId ?? null}::uuid, docket_number = ${said.docketNumber},
    ecfx_jurisdiction_id = ${said.courtId}, case_name = 'Calder v. Northgate' where id = ${id}::uuid`.execute(trx)
  const outcomes = JSON.stringify({ authenticate: { result: authenticate }, parse: { result: parse } })
  await sql`insert into item_progress (firm_id, id, outcomes) values (${firmId}, ${id}::uuid, ${outcomes}::text::jsonb)`.execute(
    trx,
  )
  await jobs.enqueue(trx, 'notice', [{ firmId, id }])
  return id
}

function noticeOf({ courtId, docketNumber, documentNumber, filedDate, url }: Said): Notice {
  const found = <T>(value: T) => ({ value, from: 'derived' as const })
  const token = tokenOf(new URL(url))
  const courtDocumentId = /\/doc1\/(\d+)/.exec(url)?.[1]
  const link = {
    url,
    host: new URL(url).hostname,
    ...(token && { token }),
    ...(courtDocumentId && { courtDocumentId }),
  }
  return {
    kind: 'filing',
    format: 'by-hand',
    courtId: found(courtId),
    courtEvidence: [],
    cases: [{ docketNumber: found(docketNumber), parts: {}, name: found('Calder v. Northgate') }],
    event: found('Motion'),
    ...(documentNumber && { documentNumber: found(documentNumber) }),
    ...(filedDate && { filedDate: found(filedDate) }),
    isCaseClosed: false,
    isSealed: false,
    crossReferences: [],
    documents: [{ index: 0, description: found('Motion'), link }],
    recipients: [{ name: 'Margaret Harlan', emails: ['harlan@one.example'], isServedElectronically: true }],
  }
}

interface Item {
  status: string
  reason: string | null
  caseId: string | null
  isStamped: boolean | null
  fileId: string | null
  documentId: string | null
  lines: readonly string[]
}

export function readItem(id: string) {
  return sql<Item>`
    select i.status, i.reason, i.case_id as "caseId", d.stamped_by_court as "isStamped", d.file_id as "fileId",
      d.id as "documentId",
      array(select h.sentence from history h where h.inbox_item_id = i.id order by h.at, h.id) as lines
    from inbox_items i left join documents d on d.firm_id = i.firm_id and d.envelope_id = i.envelope_id and d.position = 0
    where i.id = ${id}::uuid`
}
