import type { PlannedProperty } from '@courtcrier/connectors/planned-property.ts'
import { subjectAccess } from '@courtcrier/contract/access.ts'
import { noticeTrialLimits } from '@courtcrier/contract/calls/trials.ts'
import { describeProblem } from '@courtcrier/contract/messages.ts'
import { courtDocument } from '@courtcrier/contract/resources/document.ts'
import { documentCopy } from '@courtcrier/contract/resources/document-copy.ts'
import { envelope } from '@courtcrier/contract/resources/envelope.ts'
import { inboxItem } from '@courtcrier/contract/resources/inbox-item.ts'
import { getResource } from '@courtcrier/contract/resources/registry.ts'
import type { StoragePolicy } from '@courtcrier/contract/resources/storage-policy.ts'
import { seesWay, sightOf, type Way } from '@courtcrier/contract/ways.ts'
import { asSentence } from '@courtcrier/lib/sentence.ts'
import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import type { Services } from '../../base/services.ts'
import { findPastNotices, type PastNotice } from '../../notices/trials/past-notices.ts'
import type { Tried } from '../../notices/trials/tried.ts'
import type { SearchScope } from '../../records/viewer.ts'
import { isVisible } from '../../records/visible-rows.ts'
import { findCredential } from '../../stores/find-credential.ts'
import type { StoreKey } from '../../stores/open-stores.ts'
import { type Abbreviation, abbreviationsOf } from './abbreviate.ts'
import { copyPlace, pathChoice } from './copy-path.ts'
import { type ContextRecord, contextColumns, contextOf } from './document-context.ts'
import { documentExtension } from './document-extension.ts'
import { lostProperties, planProperties, propertiesOf } from './document-properties.ts'
import { pathWarnings, type Templates } from './path-warnings.ts'
import { findPolicyProblems } from './policy-problems.ts'
import { readable } from './readable-context.ts'

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

/** What a trial reveals besides the notices. */
export const waysOfPolicyTrial: Way = [
  [inboxItem, 'envelopeId'],
  [courtDocument, 'envelopeId'],
  [courtDocument, 'fileId'],
]
/** What it reveals where it is limited to the filings that a policy applied to. */
const waysOfUse: Way = [
  [documentCopy, 'envelopeId'],
  [documentCopy, 'storagePolicyId'],
]

/** The past filings a policy could have applied to, and its DMS. */
export interface FoundForPolicy {
  looked: number
  filings: readonly PastFiling[]
  /** The chosen credential; undefined if there is none that the role may see. */
  target: StoreKey | undefined
}

/** Finds what to try a policy on: one notice of each filing that copies were planned for. */
export async function findForPolicy(trx: Trx, scope: SearchScope, draft: PolicyDraft): Promise<FoundForPolicy> {
  const notices = await findPastNotices(trx, scope, 'store')
  const first = new Map<string, PastNotice>()
  for (const past of notices) if (past.did !== null && past.envelopeId) first.set(past.envelopeId, past)
  const filings = await findFilings(trx, scope, { draft, notices: first })
  return { looked: notices.length, filings, target: await findTarget(trx, scope, draft) }
}

interface TriedOnPolicy extends Tried {
  /** What the DMS gets of the document properties. */
  properties: readonly ShownProperty[]
}

interface PolicyTrial {
  looked: number
  caught: readonly TriedOnPolicy[]
  problems: readonly { field: keyof Templates | 'documentProperties'; message: string }[]
  warnings: readonly string[]
}

/**
 * Returns what a policy would have saved of the filings that were found, as if it were the policy of their cases; a saved
 * one that applied to some of them is tried on those only. Runs templates and may ask the DMS, so not within a
 * transaction.
 */
export async function tryPolicy(
  deps: Pick<Services, 'stores'>,
  { looked, filings, target }: FoundForPolicy,
  { scope, draft }: { scope: SearchScope; draft: PolicyDraft },
): Promise<PolicyTrial> {
  const lost = target && lostProperties(target, draft)
  const warnings = lost === undefined ? [] : [lost]
  const problems = findPolicyProblems({ ...draft }).map(({ field, code }) => ({
    field,
    message: describeProblem(code),
  }))
  if (problems.length > 0) return { looked, caught: [], problems, warnings }
  const used = filings.filter(({ isUsed }) => isUsed)
  const countOf = ({ kept }: PastFiling) => (draft.storeDocuments ? kept : 0)
  const saved = (used.length > 0 ? used : filings).filter((each) => countOf(each) > 0 || draft.storeEmail !== 'none')
  // Templates are rendered for those that are shown.
  const shown = saved.slice(0, noticeTrialLimits.shown)
  const { properties, warning } = await showProperties(deps, target, { shown, scope, draft })
  const caught = saved.map((filing, index) => {
    const { id, title, at, did } = filing.notice
    const would = index < shown.length ? wouldSave(filing, { draft, scope, count: countOf(filing) }) : null
    return { id, title, at, did, would, isCaught: true, properties: properties[index] ?? [] }
  })
  return { looked, caught, problems, warnings: warning === undefined ? warnings : [...warnings, warning] }
}

/** Returns what the DMS gets of each filing's properties, as far as the role may see the settings behind it. */
async function showProperties(
  deps: Pick<Services, 'stores'>,
  target: StoreKey | undefined,
  { shown, scope, draft }: { shown: readonly PastFiling[]; scope: SearchScope; draft: PolicyDraft },
): Promise<{ properties: readonly (readonly ShownProperty[])[]; warning?: string }> {
  if (!target) return { properties: [] }
  const documents = shown.map(({ record }) => propertiesOf(draft, readable(contextOf(record), scope)))
  const { planned, ...plan } = await planProperties(deps, target, documents)
  const canSee = sightOf(scope.role)
  const resource = getResource(target.kind)
  const isSeen = ({ setting }: PlannedProperty) => setting === null || canSee(resource, setting)
  return { ...plan, properties: planned.map((each) => each.filter(isSeen).map(({ setting: _, ...rest }) => rest)) }
}

type ShownProperty = Omit<PlannedProperty, 'setting'>

async function findTarget(
  trx: Trx,
  { firmId, role }: SearchScope,
  { dmsCredentialId: credentialId }: PolicyDraft,
): Promise<StoreKey | undefined> {
  const found = credentialId === undefined ? undefined : await findCredential(trx, { firmId, credentialId })
  return found && subjectAccess(getResource(found.kind).subject, role) !== 'DENY' ? found : undefined
}

interface FilingRecord extends ContextRecord {
  abbreviations: readonly Abbreviation[]
  envelopeId: string
  /** How many documents were retrieved. */
  kept: number
  /** Whether the saved policy applied to it. */
  isUsed: boolean
}

interface PastFiling {
  notice: PastNotice
  kept: number
  isUsed: boolean
  /** The values for the templates, of its first retrieved document or else of the notice. */
  record: FilingRecord
}

async function findFilings(
  trx: Trx,
  scope: SearchScope,
  { draft, notices }: { draft: PolicyDraft; notices: ReadonlyMap<string, PastNotice> },
): Promise<readonly PastFiling[]> {
  if (notices.size === 0) return []
  const mayKnowUse = seesWay(sightOf(scope.role), waysOfUse)
  const { rows } = await sql<FilingRecord>`
    select e.id as "envelopeId", coalesce(k.n, 0)::int as kept, ${abbreviationsOf('f')} as abbreviations, ${contextColumns},
      ${mayKnowUse}::boolean and exists (select from document_copies p where p.firm_id = e.firm_id
        and p.envelope_id = e.id and p.storage_policy_id::text = ${draft.id}::text) as "isUsed"
    from envelopes e
      join firms f on f.firm_id = e.firm_id
      left join lateral (select count(*) as n from documents t where t.firm_id = e.firm_id and t.envelope_id = e.id
        and t.file_id is not null and ${isVisible('t', courtDocument, scope)}) k on true
      left join lateral (select t.* from documents t where ${draft.storeDocuments}::boolean and t.firm_id = e.firm_id
        and t.envelope_id = e.id and t.file_id is not null and ${isVisible('t', courtDocument, scope)}
        order by t.position limit 1) d on true
      left join lateral (select p.case_id from document_copies p where ${mayKnowUse}::boolean and p.firm_id = e.firm_id
        and p.envelope_id = e.id and p.storage_policy_id::text = ${draft.id}::text
        and p.case_id = any(e.case_id || e.other_case_ids) order by p.case_id <> e.case_id, p.id limit 1) u on true
      left join cases c on c.firm_id = e.firm_id and c.id = coalesce(u.case_id, e.case_id)
      left join matters m on m.firm_id = e.firm_id and m.id = c.matter_id
      left join clients cl on cl.firm_id = e.firm_id and cl.id = m.client_id
    where e.firm_id = ${scope.firmId}::integer and e.id = any(${[...notices.keys()]}::uuid[])
      and ${isVisible('e', envelope, scope)}`.execute(trx)
  const records = new Map(rows.map((record) => [record.envelopeId, record]))
  return [...notices].flatMap(([id, notice]) => {
    const record = records.get(id)
    return record ? [{ notice, kept: record.kept, isUsed: record.isUsed, record }] : []
  })
}

/** "2 documents would be saved, the first as …" */
function wouldSave(
  { record }: PastFiling,
  { draft, scope, count }: { draft: PolicyDraft; scope: SearchScope; count: number },
): string {
  const context = readable(contextOf(record), scope)
  const { originalFileName, uploaded, abbreviations, isDocument } = record
  const extension = isDocument
    ? documentExtension({ originalFileName, uploaded: uploaded ?? false })
    : (messageExtensions[draft.storeEmail] ?? '')
  const placed = copyPlace({ ...draft, abbreviations }, { context, extension })
  if ('problem' in placed) return asSentence(placed.problem)
  const path = pathChoice(placed.place, 1)
  return [...savedSentences(path, { draft, count }), ...pathWarnings(draft, { context, abbreviations })].join(' ')
}

const messageExtensions: Readonly<Record<string, string>> = { pdf: '.pdf', eml: '.eml', none: '' }

function savedSentences(
  path: string,
  { draft: { storeEmail }, count }: { draft: PolicyDraft; count: number },
): string[] {
  if (count === 0) return [`The notice would be saved as ${path}.`]
  const documents =
    count === 1 ? `One document would be saved as ${path}.` : `${count} documents would be saved, the first as ${path}.`
  if (storeEmail === 'none') return [documents]
  return [
    documents,
    storeEmail === 'pdf' ? 'The notice would be saved as a PDF.' : 'The notice would be saved as an email.',
  ]
}
