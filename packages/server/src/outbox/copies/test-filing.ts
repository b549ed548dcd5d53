import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { openBlobStore } from '@courtcrier/lib/blob-store.ts'
import { makeSecretBox } from '@courtcrier/lib/secret-box.ts'
import { sql } from 'kysely'
import pino from 'pino'
import { readConfig } from '../../base/config.ts'
import { openChangeFeed } from '../../base/db/changes.ts'
import type { Trx } from '../../base/db/database.ts'
import { withSystem } from '../../base/db/firm-transaction.ts'
import { newId } from '../../base/db/ids.ts'
import type { ClaimedJob, JobData } from '../../base/db/job.ts'
import { startJobs } from '../../base/db/jobs.ts'
import { makeMetrics } from '../../base/metrics.ts'
import type { Services } from '../../base/services.ts'
import { giveAddresses } from '../../mail/own-domains.ts'
import { openStores } from '../../stores/open-stores.ts'
import { openReusedDatabase } from '../../testing/database.ts'
import { makePublicLinks } from '../public-link.ts'

export interface TestServices extends Services {
  folder: string
  close: () => Promise<void>
}

/** Opens real services with their own database and folder; for tests. */
export async function openTestServices(environment: Record<string, string> = {}): Promise<TestServices> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'courtcrier-filing-'))
  const database = await openReusedDatabase()
  const feed = await openChangeFeed(database)
  const config = readConfig({
    COURTCRIER_DATA: folder,
    COURTCRIER_URL: 'https://notices.hale-osei.example',
    ...environment,
  })
  const errors: unknown[] = []
  const jobs = await startJobs(database, { feed, onError: (error) => errors.push(error), isAlone: true })
  const blobs = await openBlobStore(config.blobFolder)
  const secrets = makeSecretBox(Buffer.alloc(32, 8))
  const log = pino({ level: 'silent' })
  return {
    config,
    database,
    blobs,
    jobs,
    feed,
    secrets,
    publicLinks: makePublicLinks(Buffer.alloc(32, 7)),
    log,
    metrics: makeMetrics(),
    stores: openStores({ config, database, secrets, log, feed }),
    folder,
    close: async () => {
      await jobs.stop()
      await feed.close()
      await database.close()
      await rm(folder, { recursive: true, force: true })
      if (errors.length > 0) throw new AggregateError(errors, `jobs failed: ${String(errors[0])}`)
    },
  }
}

/** A job as the queue hands it out, for running a handler once. */
export function claimed(data: JobData): ClaimedJob {
  return {
    data,
  }
}

export interface TestFiling {
  firmId: number
  itemId: string
  envelopeId: string
  caseId: string
  policyId: string
  documents: { id: string; fileId: string | null; size: number | null }[]
}

interface FilingOptions {
  firmId?: number
  firm?: Record<string, unknown>
  envelope?: Record<string, unknown>
  policy?: Record<string, unknown>
  /** The case it is filed in; a new one if absent. */
  caseId?: string
  documents?: (Record<string, unknown> & { content?: string | Uint8Array })[]
  /** Whether its notice went through the pipeline, so that trials find it. */
  isProcessed?: boolean
}

/** Plants a firm (if new), a case, and a filing in the case; for tests. */
export async function plantFiling(services: Services, options: FilingOptions = {}): Promise<TestFiling> {
  const { firmId = 1 } = options
  const ids = { itemId: newId(), envelopeId: newId(), caseId: options.caseId ?? newId(), policyId: newId() }
  const documents = await Promise.all(
    (options.documents ?? [{}]).map((document, position) => keep(services, document, position)),
  )
  await withSystem(services.database, async (trx) => {
    await sql`insert into firms (firm_id, id, name) values (${firmId}, 1, 'Hale & Osei LLP') on conflict do nothing`.execute(
      trx,
    )
    const addresses = (options.firm?.incoming_email_addresses ?? []) as readonly string[]
    await giveAddresses(trx, { firmId, addresses })
    if (options.firm) await update(trx, { table: 'firms', firmId, values: options.firm })
    if (!options.caseId) await plantCase(trx, { firmId, ...ids, policy: options.policy ?? {} })
    await insert(trx, 'envelopes', {
      firm_id: firmId,
      id: ids.envelopeId,
      case_id: ids.caseId,
      ecfx_jurisdiction_id: 'cand',
      event: 'Motion for Summary Judgment',
      docket_text: 'MOTION for Summary Judgment filed by Acme, Inc.',
      case_name: 'Acme, Inc. v. Doe',
      docket_number: '3:26-cv-04417-RS',
      document_number: '118',
      date: '2026-11-20',
      entered_at: '2026-11-21T01:41:00Z',
      filed_by: 'R. Osei',
      ...options.envelope,
    })
    await insert(trx, 'inbox_items', {
      firm_id: firmId,
      id: ids.itemId,
      status: 'Post Processing',
      received_at: new Date(),
      raw_content: '0'.repeat(64),
      fingerprint: ids.itemId,
      envelope_id: ids.envelopeId,
    })
    await insert(trx, 'item_progress', { firm_id: firmId, id: ids.itemId })
    if (options.isProcessed) await process(trx, { firmId, itemId: ids.itemId })
    for (const { content: _, ...document } of documents) {
      await insert(trx, 'documents', { firm_id: firmId, envelope_id: ids.envelopeId, ...document })
    }
  })
  return {
    firmId,
    ...ids,
    documents: documents.map(({ id, file_id, size }) => ({ id, fileId: file_id, size })),
  }
}

async function process(trx: Trx, { firmId, itemId }: { firmId: number; itemId: string }): Promise<void> {
  const outcomes = JSON.stringify({ parse: { result: { notice: { cases: [], recipients: [] } } } })
  await sql`update item_progress set outcomes = ${outcomes}::text::jsonb
    where firm_id = ${firmId} and id = ${itemId}::uuid`.execute(trx)
  const sentence = 'No storage policy applies; the documents are saved in Courtcrier only.'
  const line = { inbox_item_id: itemId, stage: 'store', outcome: 'done', sentence }
  await insert(trx, 'history', { firm_id: firmId, id: newId(), ...line })
}

/** Inserts a row as is; for tests. */
export async function insert(trx: Trx, table: string, values: Record<string, unknown>): Promise<void> {
  await trx.insertInto(table).values(values).execute()
}

/** Returns a row by its ID, or by another column, from any firm; for tests. */
export async function rowById(
  services: Services,
  table: string,
  id: string,
  column = 'id',
): Promise<Record<string, unknown>> {
  return withSystem(services.database, (trx) =>
    trx.selectFrom(table).selectAll().where(column, '=', id).executeTakeFirstOrThrow(),
  )
}

async function keep(
  { blobs }: Services,
  { content, ...values }: Record<string, unknown> & { content?: string | Uint8Array },
  position: number,
) {
  const bytes = content === undefined ? undefined : Buffer.from(content)
  const blob = bytes && (await blobs.put(bytes))
  return {
    id: newId(),
    position,
    number: position === 0 ? '118' : `118-${position}`,
    title: position === 0 ? 'Motion for Summary Judgment' : `Exhibit ${position}`,
    verdict: blob ? 'fetched' : 'none',
    file_id: blob?.sha256 ?? null,
    size: blob?.size ?? null,
    content,
    ...values,
  }
}

async function plantCase(
  trx: Trx,
  { firmId, caseId, policyId, policy }: { firmId: number; caseId: string; policyId: string; policy: object },
): Promise<void> {
  const [clientId, matterId, jurisdictionId, folderId] = [newId(), newId(), newId(), newId()]
  const firm_id = firmId
  const folder = { firm_id, id: folderId, name: `Folder ${folderId}` }
  await insert(trx, 'credentials', { ...folder, kind: 'generic_credential' })
  await insert(trx, 'generic_credentials', { ...folder, driver: 'FILE_SYSTEM', folder_id: '/' })
  await insert(trx, 'storage_policies', {
    firm_id,
    id: policyId,
    name: `Policy ${policyId}`,
    document_path: '{{ client.name }}/{{ matter.number }}/{{ case.case_number }}',
    document_name: '{{ document.number }} {{ document.title }}',
    dms_credential_id: folderId,
    ...policy,
  })
  await insert(trx, 'clients', { firm_id, id: clientId, name: 'Acme, Inc.', number: `C-${clientId}` })
  await insert(trx, 'matters', { firm_id, id: matterId, name: 'Patents', number: `M-${matterId}`, client_id: clientId })
  await insert(trx, 'jurisdictions', { firm_id, id: jurisdictionId, name: `N.D. Cal. ${jurisdictionId}` })
  await insert(trx, 'cases', {
    firm_id,
    id: caseId,
    name: 'Acme, Inc. v. Doe',
    case_number: '3:26-cv-04417-RS',
    jurisdiction_id: jurisdictionId,
    matter_id: matterId,
  })
}

async function update(
  trx: Trx,
  { table, firmId, values }: { table: string; firmId: number; values: Record<string, unknown> },
): Promise<void> {
  await trx.updateTable(table).set(values).where('firm_id', '=', firmId).execute()
}
