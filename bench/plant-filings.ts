import { makeParagraph } from '@courtcrier/sandbox/documents/paragraphs.ts'
import { makePdf, type PlacedText } from '@courtcrier/sandbox/documents/pdf.ts'
import { makeRandom } from '@courtcrier/sandbox/random.ts'
import { sql } from 'kysely'
import type { StoredBlob } from '../packages/lib/src/blob-store.ts'
import { type CreatedFirm, createFirm } from '../packages/server/src/auth/create-firm.ts'
import { makePasswords } from '../packages/server/src/auth/passwords.ts'
import type { Trx } from '../packages/server/src/base/db/database.ts'
import { withFirm } from '../packages/server/src/base/db/firm-transaction.ts'
import { newId } from '../packages/server/src/base/db/ids.ts'
import type { Services } from '../packages/server/src/base/services.ts'

/** A filing whose people still have to be notified and whose documents still have to be saved. */
export interface PlantedFiling {
  envelopeId: string
  itemId: string
  documents: readonly { id: string; fileId: string }[]
}

/** Creates a firm as `courtcrier firm create` does. */
export function plantFirm(services: Services, hostNames: readonly string[] = []): Promise<CreatedFirm> {
  return createFirm(
    { ...services, passwords: makePasswords({ memory: 64, passes: 1 }) },
    { name: 'Hale & Osei LLP', hostNames, adminEmail: 'a@bench.example', adminPassword: 'correct horse 1' },
  )
}

/** Creates timekeepers of the firm, each with an address. */
export async function plantPeople(
  services: Services,
  { firmId }: CreatedFirm,
  { count, prefix }: { count: number; prefix: string },
): Promise<readonly { id: string; email: string }[]> {
  const people = Array.from({ length: count }, (_, n) => ({ id: newId(), email: `${prefix}${n}@bench.example` }))
  await withFirm(services.database, firmId, (trx) =>
    insertAll(
      trx,
      'timekeepers',
      people.map((person, n) => ({ firm_id: firmId, ...person, full_name: `Attorney ${prefix} ${n}` })),
    ),
  )
  return people
}

export interface FilingsToPlant {
  count: number
  documents: number
  /** Whether each document has its own file in the blob store; otherwise all share one. */
  areOwn: boolean
}

/** Filings per case. */
export const perCase = 5

/** Creates filings in cases of matters of clients, in the state after the last stage of their notices. */
export async function plantFilings(
  services: Services,
  { firmId }: CreatedFirm,
  { count, documents, areOwn }: FilingsToPlant,
): Promise<readonly PlantedFiling[]> {
  const cases = await withFirm(services.database, firmId, (trx) => plantCases(trx, firmId, Math.ceil(count / perCase)))
  const shared = areOwn ? undefined : await services.blobs.put(makeFile('shared'))
  const filings: (PlantedFiling & { rows: Rows })[] = []
  for (let n = 0; n < count; n++) {
    const files = await Promise.all(
      Array.from({ length: documents }, async () => shared ?? (await services.blobs.put(makeFile(newId())))),
    )
    filings.push(makeFiling({ firmId, n, caseRow: cases[n % cases.length] ?? {}, files }))
  }
  for (const table of ['envelopes', 'inbox_items', 'item_progress', 'documents'] as const)
    await withFirm(services.database, firmId, (trx) =>
      insertAll(
        trx,
        table,
        filings.flatMap(({ rows }) => rows[table]),
      ),
    )
  await withFirm(services.database, firmId, (trx) => leaveTextsUnread(trx, firmId))
  return filings
}

/** Reading their texts costs more than saving them, and isn't what is measured here. */
async function leaveTextsUnread(trx: Trx, firmId: number): Promise<void> {
  await sql`delete from document_texts where firm_id = ${firmId}`.execute(trx)
}

/** Gathers statistics, which autovacuum does in production. Without them the planner assumes every table is empty. */
export async function gatherStatistics({ database }: Services): Promise<void> {
  await sql`analyze`.execute(database.kysely)
}

type Row = Record<string, unknown>
type Rows = Record<'envelopes' | 'inbox_items' | 'item_progress' | 'documents', readonly Row[]>

async function plantCases(trx: Trx, firm_id: number, count: number): Promise<readonly Row[]> {
  const jurisdiction = { firm_id, id: newId(), name: `Northern District ${newId()}` }
  const all = Array.from({ length: count }, () => {
    const id = newId()
    const client = { firm_id, id: newId(), name: `Acme ${id}`, number: `C-${id}` }
    const matter = { firm_id, id: newId(), name: `Patents ${id}`, number: `M-${id}`, client_id: client.id }
    const name = `Acme, Inc. v. Doe ${id}`
    const links = { jurisdiction_id: jurisdiction.id, matter_id: matter.id }
    return { client, matter, case: { firm_id, id, name, case_number: `3:26-cv-${id}`, ...links } }
  })
  await insertAll(trx, 'jurisdictions', [jurisdiction])
  await insertAll(
    trx,
    'clients',
    all.map(({ client }) => client),
  )
  await insertAll(
    trx,
    'matters',
    all.map(({ matter }) => matter),
  )
  const cases = all.map((each) => each.case)
  await insertAll(trx, 'cases', cases)
  return cases
}

interface FilingParts {
  firmId: number
  n: number
  caseRow: Row
  files: readonly StoredBlob[]
}

function makeFiling({ firmId: firm_id, n, caseRow, files }: FilingParts): PlantedFiling & { rows: Rows } {
  const [envelopeId, itemId] = [newId(), newId()]
  const number = String(n + 1)
  const envelope = {
    firm_id,
    id: envelopeId,
    case_id: caseRow.id,
    ecfx_jurisdiction_id: 'cand',
    event: 'Motion for Summary Judgment',
    docket_text: `MOTION for Summary Judgment filed by Acme, Inc. Motion Hearing set for 1/21/2027 at 1:30 PM. (Entered: 11/20/2026)`,
    case_name: caseRow.name,
    docket_number: caseRow.case_number,
    document_number: number,
    date: '2026-11-20',
    entered_at: '2026-11-21T01:41:00Z',
    filed_by: 'R. Osei',
  }
  const item = {
    firm_id,
    id: itemId,
    status: 'Post Processing',
    received_at: new Date(),
    raw_content: 'raw',
    fingerprint: itemId,
    envelope_id: envelopeId,
  }
  const documents = files.map(({ sha256, size }, position) => ({
    firm_id,
    id: newId(),
    envelope_id: envelopeId,
    position,
    number: position === 0 ? number : `${number}-${position}`,
    title: position === 0 ? 'Motion for Summary Judgment' : `Exhibit ${position}`,
    verdict: 'fetched',
    file_id: sha256,
    size,
  }))
  return {
    envelopeId,
    itemId,
    documents: documents.map(({ id, file_id: fileId }) => ({ id, fileId })),
    rows: { envelopes: [envelope], inbox_items: [item], item_progress: [{ firm_id, id: itemId }], documents },
  }
}

const pages = 10
const linesOfPage = 38
const charactersOfLine = 90

/** Returns ten pages of text, about 45 kB, with different bytes for each seed. */
function makeFile(seed: string): Buffer {
  const random = makeRandom(seed)
  const page = () => {
    let text = seed
    while (text.length < linesOfPage * charactersOfLine) text += ` ${makeParagraph(random)}`
    return Array.from({ length: linesOfPage }, (_, line): PlacedText => {
      const from = line * charactersOfLine
      return { x: 72, y: 720 - line * 17, size: 11, font: 'roman', text: text.slice(from, from + charactersOfLine) }
    })
  }
  return makePdf({ title: seed, at: new Date(0), pages: Array.from({ length: pages }, page) })
}

/** Keeps a statement below its maximum number of parameters. */
const rowsAtOnce = 1000

/** Inserts rows, all with the same columns. */
export async function insertAll(trx: Trx, table: string, rows: readonly Row[]): Promise<void> {
  for (let from = 0; from < rows.length; from += rowsAtOnce)
    await trx
      .insertInto(table)
      .values(rows.slice(from, from + rowsAtOnce))
      .execute()
}
