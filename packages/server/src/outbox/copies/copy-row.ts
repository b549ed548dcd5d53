import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import type { JobData } from '../../base/db/job.ts'
import { statement } from '../../base/db/statement.ts'
import { messageForm } from '../../notices/storing/plan-copies.ts'
import type { AgentPlace } from '../../stores/agents/agent-connector.ts'
import { agentCredentials, agentPlace } from '../../stores/agents/agent-credentials.ts'
import { credentialSettings } from '../../stores/credential-settings.ts'
import type { KnownHealth } from '../../stores/known-health.ts'
import type { StoreKey } from '../../stores/open-stores.ts'
import { afterItems } from '../after-items.ts'
import { type AmongOthers, alikeAmongOthers, isLeftBehind, nextBegun } from '../lease.ts'
import { stopFormerCopy } from '../stop-with-item.ts'
import { type Abbreviation, abbreviationsOf } from './abbreviate.ts'
import { askedCopies, mayBegin } from './asked-copies.ts'
import { type ContextRecord, contextColumns, contextOf } from './document-context.ts'
import { documentExtension } from './document-extension.ts'
import type { TemplateContext } from './template.ts'

/** A copy to be saved, with the values for its path. */
export interface CopyRow {
  firmId: number
  id: string
  /** Attempts so far, including this one. */
  attempts: number
  begun: number
  /** Since when something that it needs is missing in the DMS. */
  missingSince: Date | null
  /** The path claimed by an earlier attempt, and its scope. */
  path: string | null
  claimedIn: string | null
  fileId: string
  /** The same for every attempt, as a DMS gets it. */
  idempotencyKey: string
  itemId: string
  envelopeId: string
  /** The case that it is saved for, and whose storage policies apply. */
  caseId: string | null
  storagePolicyId: string
  /** Recipients are notified only after an attempt to save this copy. */
  isAwaited: boolean
  policy: {
    documentPath: string
    documentName: string
    documentProperties: Readonly<Record<string, string>>
    /** Folder below the firm's own on this server; empty for any other DMS, where it is part of the root. */
    folder: string
    /** The firm's abbreviations for words in folder and file names. */
    abbreviations: readonly Abbreviation[]
  }
  store: CopyStore
  extension: string
  /** The firm's. */
  timeZone: string
  /** Set if the copy is of the notice itself, in this form, and hasn't been made yet: `fileId` is the message. */
  toMake?: { form: 'pdf' | 'eml'; receivedAt: string; timeZone: string }
  context: TemplateContext
}

/** The current credential of a copy's policy. */
export interface CopyStore extends StoreKey, Omit<KnownHealth, 'version'> {
  /** Whether missing folders are created. */
  mayMakeFolders: boolean
  /** Seconds before a new folder can be used. */
  folderDelay: number
}

/** Which copy; one that was started is left to the process that is or may be at it. */
export type Question = JobData & AmongOthers

/**
 * Reads everything about a copy that can be started, and locks it until it is marked (`start-copy.ts`); undefined if it is
 * finished, canceled or left to others, as it is while another process has leased it, and if the filing was moved to
 * other cases before it began.
 */
export async function findCopy(trx: Trx, key: Question): Promise<CopyRow | undefined> {
  const record = await readUnfinished(trx, key)
  if (record) return copyRow(key, { ...record, abbreviations: await readAbbreviations(trx, key) })
  await stopFormerCopy(trx, key)
  return undefined
}

/**
 * Whether a copy waits for a later attempt, which has a job of its own: this one is left from before someone had the
 * copy tried at once. Each would be followed by another. A clock that was set back since says nothing.
 */
const isEarly = sql<boolean>`coalesce(d.status = 'delayed' and d.due_at > now() + interval '1 second'
  and d.updated_at <= now(), false)`

const readUnfinished = statement<Question, CopyRecord, CopyRecord | undefined>({
  columns: 'id uuid',
  row: ({ id }) => ({ id }),
  alike: alikeAmongOthers,
  write: ({ firmId, rows, every, questions: [others = {}] }) => sql`
    with q as (
      select n, id from ${rows}
    ), ${askedCopies(firmId, every('id'))}, copy as (
      select d.* from document_copies d join asked on asked.id = d.id
      where ${mayBegin(firmId, every('id'))}
        and (d.status <> 'started' or ${isLeftBehind(others, { until: sql`d.leased_until`, by: sql`d.leased_by` })})
        and asked.is_of_filing and not ${isEarly} and ${afterItems}
      order by d.id for update of d
    )
    select q.n, copy.id, coalesce(copy.attempts, 0) + 1 as attempts, ${nextBegun('copy')} as begun, copy.missing_since as "missingSince", copy.path, copy.place as "claimedIn", copy.file_id as "fileId", copy.copy_key as "copyKey", copy.known_as as "knownAs", copy.inbox_item_id as "itemId",
      copy.envelope_id as "envelopeId", coalesce(copy.case_id, e.case_id) as "caseId", copy.storage_policy_id as "storagePolicyId", f.wait_for_dms_attempt_to_notify as "isAwaited",
      p.document_path as "documentPath", p.document_name as "documentName",
      p.document_properties as "documentProperties", p.dms_credential_id as "credentialId", g.driver, g.folder_id as "folder",
      cr.name as "credentialName", cr.kind, cr.health, cr.checked_at as "checkedAt", cr.outage, cs.updated_at::text as version,
      ${agentPlace} as agent, cs.create_folders as "mayMakeFolders", cs.folder_creation_sync_delay as "folderDelay",
      f.default_time_zone as "timeZone", i.received_at as "receivedAt", i.raw_content as "rawContent",
      ${contextColumns}
    from copy join q on q.id = copy.id
      join storage_policies p on p.firm_id = copy.firm_id and p.id = copy.storage_policy_id
      left join credentials cr on cr.firm_id = copy.firm_id and cr.id = p.dms_credential_id
      left join ${credentialSettings} cs on cs.firm_id = copy.firm_id and cs.id = p.dms_credential_id
      left join ${agentCredentials} ac on ac.firm_id = copy.firm_id and ac.id = p.dms_credential_id
      left join generic_credentials g on g.firm_id = copy.firm_id and g.id = p.dms_credential_id
      join envelopes e on e.firm_id = copy.firm_id and e.id = copy.envelope_id
      join firms f on f.firm_id = copy.firm_id
      left join inbox_items i on i.firm_id = copy.firm_id and i.id = copy.inbox_item_id
      left join documents d on d.firm_id = copy.firm_id and d.id = copy.document_id
      left join cases c on c.firm_id = copy.firm_id and c.id = coalesce(copy.case_id, e.case_id)
      left join matters m on m.firm_id = copy.firm_id and m.id = c.matter_id
      left join clients cl on cl.firm_id = copy.firm_id and cl.id = m.client_id`,
  answer: ([record]) => record,
})

/** The firm's abbreviations, which are the same for all of its copies. */
const readAbbreviations = statement<JobData, { all: readonly Abbreviation[] | null }, readonly Abbreviation[]>({
  columns: '',
  row: () => ({}),
  write: ({ firmId }) => sql`
    select null as n, ${abbreviationsOf('f')} as all from firms f where f.firm_id = ${firmId}`,
  answer: ([row]) => row?.all ?? [],
})

interface CopyRecord extends ContextRecord {
  id: string
  attempts: number
  begun: number
  missingSince: Date | null
  path: string | null
  claimedIn: string | null
  fileId: string
  copyKey: string
  knownAs: string | null
  itemId: string
  envelopeId: string
  caseId: string | null
  storagePolicyId: string
  isAwaited: boolean
  documentPath: string
  documentName: string
  documentProperties: Record<string, string>
  credentialId: string
  credentialName: string | null
  kind: string | null
  health: string | null
  checkedAt: Date | null
  outage: KnownHealth['outage']
  version: string | null
  mayMakeFolders: boolean | null
  folderDelay: number | null
  driver: string | null
  agent: AgentPlace | null
  folder: string | null
  timeZone: string | null
  receivedAt: Date | null
  rawContent: string | null
}

type FileRecord = Pick<CopyRecord, 'isDocument' | 'originalFileName' | 'uploaded' | 'copyKey'>

function copyRow(key: JobData, record: CopyRecord & { abbreviations: readonly Abbreviation[] }): CopyRow {
  const { attempts, begun, missingSince, path, claimedIn, fileId, copyKey, knownAs } = record
  const { itemId, envelopeId, caseId, storagePolicyId, isAwaited } = record
  const { documentPath, documentName, documentProperties } = record
  return {
    ...{ ...key, attempts, begun, missingSince, path, claimedIn, fileId },
    idempotencyKey: `${key.firmId}:${knownAs ?? copyKey}`,
    itemId,
    envelopeId,
    caseId,
    storagePolicyId,
    isAwaited,
    policy: {
      documentPath,
      documentName,
      documentProperties,
      folder: folderOnServer(record),
      abbreviations: record.abbreviations,
    },
    store: storeOf(key.firmId, record),
    extension: extensionOf(record),
    timeZone: record.timeZone ?? 'UTC',
    ...(isToMake(record) && {
      toMake: {
        form: messageForm(record.copyKey),
        receivedAt: new Date(record.receivedAt ?? 0).toISOString(),
        timeZone: record.timeZone ?? 'UTC',
      },
    }),
    context: contextOf(record),
  }
}

/** The credential's folder below the firm's own on this server; empty for any other DMS. */
export function folderOnServer({ driver, agent, folder }: Pick<CopyRecord, 'driver' | 'agent' | 'folder'>): string {
  return driver === 'FILE_SYSTEM' && !agent ? (folder ?? '') : ''
}

export function extensionOf({ isDocument, originalFileName, uploaded, copyKey }: FileRecord): string {
  return isDocument ? documentExtension({ originalFileName, uploaded: uploaded ?? false }) : `.${messageForm(copyKey)}`
}

function isToMake({ isDocument, fileId, rawContent }: CopyRecord): boolean {
  return !isDocument && fileId === rawContent
}

function storeOf(firmId: number, record: CopyRecord): CopyStore {
  const { credentialId, credentialName, kind, health, checkedAt, version, mayMakeFolders, folderDelay, driver } = record
  return {
    ...{ firmId, credentialId, driver, checkedAt, outage: record.outage },
    name: credentialName ?? '',
    kind: kind ?? '',
    agent: record.agent ?? undefined,
    version: version ?? '',
    health: health ?? 'unknown',
    mayMakeFolders: mayMakeFolders ?? true,
    folderDelay: folderDelay ?? 0,
  }
}

/** The scope of a path: the firm's folder on this server, or the DMS of the credential. */
export function placeOf({ driver, agent, credentialId }: Pick<CopyStore, 'driver' | 'agent' | 'credentialId'>): string {
  return driver === 'FILE_SYSTEM' && !agent ? 'server' : credentialId
}
