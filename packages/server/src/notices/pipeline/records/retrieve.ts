import type { Notice } from '@courtcrier/contract/notice.ts'
import { sql } from 'kysely'
import type { Trx } from '../../../base/db/database.ts'
import { newId } from '../../../base/db/ids.ts'
import { statement } from '../../../base/db/statement.ts'
import type { TitleReading } from '../../../courts/titles/find-title.ts'
import { noteHappening } from '../../../records/happenings/happenings.ts'
import { journalKey } from '../../../retrieval/fetch-journal.ts'
import type { ColumnValues } from '../../commit.ts'
import { stampsOfNotice } from '../../matching/stamp-contradiction.ts'
import { dueAfter } from '../awaiting.ts'
import { filingDocuments, noticePosition } from '../filing-documents.ts'
import { noteRepeated } from '../note-repeated.ts'
import type { Recorded, Recording } from '../recording.ts'
import { resumeRetrieval } from '../resume-retrieval.ts'
import type { FetchedDocument, RetrieveResult, Work } from '../stage.ts'
import { documentTitle } from '../stages/prepare.ts'

/** Records the filing's documents as retrieved, and the links used for them. */
export async function recordDocuments(trx: Trx, { work, result, jobs }: Recording<'retrieve'>): Promise<Recorded> {
  const { firmId } = work
  const { all, siblings, written, scans } = await noteDocuments(trx, { firmId, work, result })
  for (const { id, isKept } of written)
    noteHappening(trx, firmId, { event: isKept ? 'document.kept' : 'document.failed', ids: [id] })
  await jobs.enqueue(
    trx,
    'scan',
    scans.map((id) => ({ firmId, id })),
  )
  if (isRepeated({ work, result, all })) await noteRepeated(trx, { firmId, itemId: work.itemId })
  const isRetrieved = result.documents.some(({ position }) => position !== noticePosition)
  if (siblings.length > 0 && isRetrieved && result.gap === '') {
    const sentence = "The missing document was retrieved with another recipient's notice."
    await resumeRetrieval(trx, jobs, { firmId, ids: siblings, sentence })
  }
  const { askAgainMs } = result
  if (askAgainMs === undefined) return kept(all)
  await jobs.enqueue(trx, 'awaited', [{ firmId, id: work.itemId }], { afterMs: askAgainMs })
  return kept(all, { retry_at: await dueAfter(trx, askAgainMs) })
}

/** Whether another notice of the filing had retrieved all its documents, so that this one brought none. */
function isRepeated({ work, result, all }: Omit<Retrieved, 'firmId'> & Pick<Noted, 'all'>): boolean {
  const notice = work.results.parse?.notice
  const isListed = notice !== undefined && filingDocuments(notice).length > 0
  const isNew = result.documents.some(({ position }) => position !== noticePosition)
  return isListed && !isNew && result.gap === '' && all.some(({ fileId }) => fileId !== null)
}

interface Retrieved {
  firmId: number
  work: Work
  result: RetrieveResult
}

interface Noted {
  /** The filing's documents, in order. */
  all: NonNullable<Work['documents']>
  /** Notices of the filing that ended without a document. */
  siblings: readonly string[]
  /** Scans, whose stamps are read from their pictures later. */
  scans: readonly string[]
  /** The documents that changed. */
  written: readonly { id: string; isKept: boolean }[]
}

const noteDocuments = statement<Retrieved, { [K in keyof Noted]: Noted[K] | null }, Noted>({
  columns: 'item_id uuid, envelope_id uuid, keys text[], documents jsonb',
  row: retrievedRow,
  write: ({ firmId, rows, every }) => sql`
    with r as (
      select * from ${rows}
    ), docs as (
      insert into documents (firm_id, id, envelope_id, position, number, title, verdict, sentence, file_id, size, pages, sealed, uploaded, stamped_by_court, court_document_id, fetched_at)
      select ${firmId}, d.id, r.envelope_id, d.position, d.number, d.title, d.verdict, d.sentence, d.file_id,
        d.size, d.pages, d.sealed, d.uploaded, d.stamped, d.court_document_id, case when d.file_id is null then null else now() end
      from r, jsonb_to_recordset(r.documents) as d (id uuid, position int, number text, title text,
        verdict text, sentence text, file_id text, size int, pages int, sealed boolean, uploaded boolean, stamped boolean, court_document_id text)
      on conflict (firm_id, envelope_id, position) do update set verdict = excluded.verdict, sentence = excluded.sentence,
        file_id = excluded.file_id, size = excluded.size, pages = excluded.pages, sealed = excluded.sealed,
        uploaded = excluded.uploaded, stamped_by_court = excluded.stamped_by_court,
        fetched_at = excluded.fetched_at, updated_at = now()
      where documents.file_id is null
      returning id, envelope_id, position, file_id, verdict
    ), stamped as (
      insert into document_stamps (firm_id, document_id, envelope_id, position, stamps, is_scan, read_at)
      select ${firmId}, docs.id, docs.envelope_id, docs.position, d.stamps, d.scan, case when d.scan then null else now() end
      from docs join r using (envelope_id), jsonb_to_recordset(r.documents)
        as d (position int, file_id text, stamps jsonb, scan boolean)
      where d.position = docs.position and d.file_id = docs.file_id and d.stamps is not null
      order by docs.id, r.n
      on conflict (firm_id, document_id) do update set stamps = excluded.stamps, is_scan = excluded.is_scan,
        certainty = null, read_at = excluded.read_at, updated_at = now()
      returning document_id, is_scan
    ), titled as (
      insert into document_titles (firm_id, document_id, envelope_id, reading)
      select ${firmId}, docs.id, docs.envelope_id, d.own_title
      from docs join r using (envelope_id), jsonb_to_recordset(r.documents)
        as d (position int, file_id text, own_title jsonb)
      where d.position = docs.position and d.file_id = docs.file_id and d.own_title is not null
      order by docs.id, r.n
      on conflict (firm_id, document_id) do update set reading = excluded.reading, certainty = null, updated_at = now()
    ), linked as (
      insert into links (firm_id, id, link_key, envelope_id, inbox_item_id, position, link, requested_at)
      select ${firmId}, d.link_id, d.link_key, r.envelope_id, r.item_id, d.position, d.link,
        case when d.link_key = any(r.keys) then now() end
      from r, jsonb_to_recordset(r.documents) as d (position int, link_id uuid, link_key text, link jsonb)
      where d.link_key is not null order by d.link_key, r.n
      on conflict (firm_id, link_key, position) do nothing
    ), spent as (
      update links set requested_at = now() where firm_id = ${firmId} and link_key = any(array(select unnest(keys) from r))
    ), every as (
      select id, envelope_id, position, file_id from docs
      union all
      select id, envelope_id, position, file_id from documents d
      where firm_id = ${firmId} and envelope_id = any(${every('envelope_id')}::uuid[])
        and not exists (select from docs where docs.envelope_id = d.envelope_id and docs.position = d.position)
    )
    select r.n,
      (select json_agg(json_build_object('id', id, 'fileId', file_id) order by position)
        from every where every.envelope_id = r.envelope_id) as all,
      (select json_agg(json_build_object('id', id, 'isKept', file_id is not null))
        from docs where docs.envelope_id = r.envelope_id and docs.verdict <> 'none') as written,
      (select json_agg(document_id) from stamped join docs on docs.id = stamped.document_id
        where docs.envelope_id = r.envelope_id and stamped.is_scan) as scans,
      (select json_agg(i.id) from inbox_items i join item_progress p on p.firm_id = i.firm_id and p.id = i.id
        where i.firm_id = ${firmId} and i.envelope_id = r.envelope_id and i.id <> r.item_id
          and i.status = 'Action Required' and p.outcomes #>> '{retrieve,result,gap}' <> '') as siblings
    from r`,
  answer: ([row]) => ({
    all: row?.all ?? [],
    siblings: row?.siblings ?? [],
    written: row?.written ?? [],
    scans: row?.scans ?? [],
  }),
})

function retrievedRow({ work, result }: Retrieved): object {
  const notice = work.results.parse?.notice
  const documents = result.documents.map((document) => ({
    id: newId(),
    position: document.position,
    number: document.number ?? null,
    title: retrievedTitle(document, notice).slice(0, 1000),
    verdict: document.verdict,
    sentence: document.sentence.slice(0, 1000),
    file_id: document.fileId ?? null,
    size: document.size ?? null,
    pages: document.pages ?? null,
    sealed: document.verdict === 'sealed' || document.sealed === true,
    uploaded: document.uploaded === true,
    ...(document.webLink && { link_id: newId(), link_key: journalKey(document.webLink), link: document.webLink }),
    ...stampColumns(document, notice),
    own_title: isToBeRead(document) ? document.ownTitle : null,
    court_document_id: document.courtDocumentId ?? null,
  }))
  return { item_id: work.itemId, envelope_id: work.envelopeId, keys: result.keys, documents }
}

function retrievedTitle({ position, title, webLink }: FetchedDocument, notice: Notice | undefined): string {
  return notice && !webLink ? documentTitle(notice, position, title) : title
}

/** A sealed document isn't read further than what a court stamped on it; what people uploaded, they titled. */
function isToBeRead({ fileId, sealed, uploaded, ownTitle }: FetchedDocument): boolean {
  return fileId !== undefined && sealed !== true && uploaded !== true && ownTitle !== undefined
}

function stampColumns(document: FetchedDocument, notice: Notice | undefined) {
  const { stamps, stampedByCourt, fileId, sealed, ownTitle } = document
  const isStamped = stamps !== undefined && stampsOfNotice(stamps.stamps, notice).length > 0
  return {
    stamped: isStamped || stampedByCourt === true,
    stamps: fileId && stamps ? stamps.stamps : null,
    scan: sealed !== true && stamps !== undefined && (stamps.isScan || isPicture(ownTitle)),
  }
}

/** A court's stamp may be all the text that is on a scan. */
function isPicture(ownTitle: TitleReading | undefined): boolean {
  return ownTitle !== undefined && 'reason' in ownTitle && ownTitle.reason === 'no text'
}

function kept(documents: NonNullable<Work['documents']>, also: ColumnValues = {}): Recorded {
  const saved = documents.filter(({ fileId }) => fileId).length
  return { columns: { document_count: documents.length, documents_kept: saved, ...also }, documents }
}
