import { subjectAccess } from '@courtcrier/contract/access.ts'
import { courtDocument } from '@courtcrier/contract/resources/document.ts'
import { documentCopy } from '@courtcrier/contract/resources/document-copy.ts'
import { envelope } from '@courtcrier/contract/resources/envelope.ts'
import { getResource } from '@courtcrier/contract/resources/registry.ts'
import type { StoragePolicy } from '@courtcrier/contract/resources/storage-policy.ts'
import { seesWay, sightOf, type Way } from '@courtcrier/contract/ways.ts'
import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { type Extent, type LookBack, openTally } from '../../notices/trials/look-back.ts'
import { findSteps, lookAtNotices, type PastNotice } from '../../notices/trials/past-notices.ts'
import type { SearchScope } from '../../records/viewer.ts'
import { isVisible } from '../../records/visible-rows.ts'
import { findCredential } from '../../stores/find-credential.ts'
import type { StoreKey } from '../../stores/open-stores.ts'
import { type Abbreviation, abbreviationsOf } from './abbreviate.ts'
import { type ContextRecord, contextColumns } from './document-context.ts'
import type { Templates } from './path-warnings.ts'

/** A draft of a storage policy. */
export interface PolicyDraft extends Templates {
  /** The saved one it would replace. */
  id: string | null
  storeDocuments: boolean
  storeEmail: StoragePolicy['storeEmail']
  documentProperties: Readonly<Record<string, string>>
  /** Undefined while none is chosen. */
  dmsCredentialId: string | undefined
}

/** What it reveals where it is limited to the filings that a policy applied to. */
const waysOfUse: Way = [
  [documentCopy, 'envelopeId'],
  [documentCopy, 'storagePolicyId'],
]

/** The past filings a policy would have saved something of, and its DMS. */
export interface FoundForPolicy extends Extent {
  count: number
  /** The latest of them. */
  filings: readonly PastFiling[]
  /** The chosen credential; undefined if there is none that the role may see. */
  target: StoreKey | undefined
}

/**
 * Finds what to try a policy on, and returns the answer of it: one notice of each filing that copies were planned for. A saved policy that applied to
 * some of them is tried on those only.
 */
export async function findForPolicy<T>(
  looking: LookBack<T>,
  draft: PolicyDraft,
  answer: (found: FoundForPolicy) => Promise<T>,
): Promise<T> {
  const { scope, within } = looking
  const [all, used] = [openTally<SavedFiling>(), openTally<SavedFiling>()]
  const seen = new Set<string>()
  const look = async (notices: readonly PastNotice[], trx: Trx) => {
    const unseen = notices.filter(({ envelopeId }) => envelopeId !== null && !seen.has(envelopeId))
    for (const filing of await findSaved(trx, scope, { draft, notices: unseen })) {
      seen.add(filing.envelopeId)
      if (filing.kept === 0 && draft.storeEmail === 'none') continue
      all.add(filing, true)
      if (filing.isUsed) used.add(filing, true)
    }
  }
  return lookAtNotices(looking, look, async (extent) => {
    const tally = used.count() > 0 ? used : all
    const filings = await within((trx) => findContexts(trx, scope, { draft, filings: tally.shown() }))
    const target = await within((trx) => findTarget(trx, scope, draft))
    return answer({ ...extent, count: tally.count(), filings, target })
  })
}

async function findTarget(
  trx: Trx,
  { firmId, role }: SearchScope,
  { dmsCredentialId: credentialId }: PolicyDraft,
): Promise<StoreKey | undefined> {
  const found = credentialId === undefined ? undefined : await findCredential(trx, { firmId, credentialId })
  return found && subjectAccess(getResource(found.kind).subject, role) !== 'DENY' ? found : undefined
}

/** A filing of which the draft would save something, and its notice. */
interface SavedFiling {
  envelopeId: string
  notice: Pick<PastNotice, 'id' | 'title' | 'at'>
  /** What was done with it. */
  did: string
  /** How many of its documents would be saved. */
  kept: number
  /** Whether the saved policy applied to it. */
  isUsed: boolean
}

export interface PastFiling extends SavedFiling {
  /** The values for the templates, of its first retrieved document or else of the notice. */
  record: FilingRecord
}

interface FilingRecord extends ContextRecord {
  abbreviations: readonly Abbreviation[]
  envelopeId: string
}

/** The filings of the notices that copies were planned for, each with its latest such notice. */
async function findSaved(
  trx: Trx,
  scope: SearchScope,
  { draft, notices }: { draft: PolicyDraft; notices: readonly PastNotice[] },
): Promise<readonly SavedFiling[]> {
  if (notices.length === 0) return []
  const steps = await findSteps(trx, scope, { stage: 'store', ids: notices.map(({ id }) => id) })
  const first = new Map<string, Omit<SavedFiling, 'kept' | 'isUsed'>>()
  for (const { id, title, at, envelopeId } of notices) {
    const did = steps.get(id)
    if (did === undefined || envelopeId === null || first.has(envelopeId)) continue
    first.set(envelopeId, { envelopeId, did, notice: { id, title, at } })
  }
  const { rows } = await sql<Pick<SavedFiling, 'envelopeId' | 'kept' | 'isUsed'>>`
    select e.id as "envelopeId", (select count(*)::int from documents t where ${draft.storeDocuments}::boolean
        and t.firm_id = e.firm_id and t.envelope_id = e.id and t.file_id is not null
        and ${isVisible('t', courtDocument, scope)}) as kept,
      ${mayKnowUse(scope)}::boolean and exists (select from document_copies p where p.firm_id = e.firm_id
        and p.envelope_id = e.id and p.storage_policy_id::text = ${draft.id}::text) as "isUsed"
    from envelopes e where e.firm_id = ${scope.firmId}::integer and e.id = any(${[...first.keys()]}::uuid[])
      and ${isVisible('e', envelope, scope)}`.execute(trx)
  const found = new Map(rows.map((row) => [row.envelopeId, row]))
  return [...first.values()].flatMap((filing) => {
    const row = found.get(filing.envelopeId)
    return row ? [{ ...filing, ...row }] : []
  })
}

function mayKnowUse({ role }: SearchScope): boolean {
  return seesWay(sightOf(role), waysOfUse)
}

async function findContexts(
  trx: Trx,
  scope: SearchScope,
  { draft, filings }: { draft: PolicyDraft; filings: readonly SavedFiling[] },
): Promise<readonly PastFiling[]> {
  if (filings.length === 0) return []
  const { rows } = await sql<FilingRecord>`
    select e.id as "envelopeId", ${abbreviationsOf('f')} as abbreviations, ${contextColumns}
    from envelopes e
      join firms f on f.firm_id = e.firm_id
      left join lateral (select t.* from documents t where ${draft.storeDocuments}::boolean and t.firm_id = e.firm_id
        and t.envelope_id = e.id and t.file_id is not null and ${isVisible('t', courtDocument, scope)}
        order by t.position limit 1) d on true
      left join lateral (select p.case_id from document_copies p where ${mayKnowUse(scope)}::boolean
        and p.firm_id = e.firm_id and p.envelope_id = e.id and p.storage_policy_id::text = ${draft.id}::text
        and p.case_id = any(e.case_id || e.other_case_ids) order by p.case_id <> e.case_id, p.id limit 1) u on true
      left join cases c on c.firm_id = e.firm_id and c.id = coalesce(u.case_id, e.case_id)
      left join matters m on m.firm_id = e.firm_id and m.id = c.matter_id
      left join clients cl on cl.firm_id = m.firm_id and cl.id = m.client_id
    where e.firm_id = ${scope.firmId}::integer and e.id = any(${filings.map((each) => each.envelopeId)}::uuid[])
      and ${isVisible('e', envelope, scope)}`.execute(trx)
  const records = new Map(rows.map((record) => [record.envelopeId, record]))
  return filings.flatMap((filing) => {
    const record = records.get(filing.envelopeId)
    return record ? [{ ...filing, record }] : []
  })
}
