import { subjectAccess } from '@courtcrier/contract/access.ts'
import { mostSamples, type PolicyPreview, type PolicySample } from '@courtcrier/contract/calls/previews.ts'
import type { Resource } from '@courtcrier/contract/resource.ts'
import { courtCase } from '@courtcrier/contract/resources/case.ts'
import { client } from '@courtcrier/contract/resources/client.ts'
import { courtDocument } from '@courtcrier/contract/resources/document.ts'
import { ecfxJurisdiction } from '@courtcrier/contract/resources/ecfx-jurisdiction.ts'
import { envelope } from '@courtcrier/contract/resources/envelope.ts'
import { genericCredential } from '@courtcrier/contract/resources/generic-credential.ts'
import { matter } from '@courtcrier/contract/resources/matter.ts'
import { seesWay, sightOf, type Way, waysFromFiling } from '@courtcrier/contract/ways.ts'
import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { firmRows } from '../../base/db/firm-rows.ts'
import type { SearchScope } from '../../records/viewer.ts'
import { isVisible } from '../../records/visible-rows.ts'
import { type Abbreviation, abbreviate, abbreviationsOf } from './abbreviate.ts'
import { copyPlace, pathChoice } from './copy-path.ts'
import { type ContextRecord, contextColumns, contextOf } from './document-context.ts'
import { documentExtension } from './document-extension.ts'
import { lostProperties } from './lost-properties.ts'
import { longestPath, longestSegment, safeSegment } from './safe-path.ts'
import { checkTemplate, renderPath, renderText, type TemplateContext } from './template.ts'

interface Templates {
  documentPath: string
  documentName: string
}

export interface PolicyDraft extends Templates {
  documentProperties: Readonly<Record<string, string>>
  /** Undefined while none is chosen. */
  dmsCredentialId: string | undefined
}

/** The input of a policy's preview. */
export interface FoundForPolicy {
  documents: readonly Found[]
  /** About the chosen DMS. */
  warnings: readonly string[]
}

/** Finds the latest documents the viewer may see. */
export async function findForPolicy(
  trx: Trx,
  scope: SearchScope,
  draft: Omit<PolicyDraft, keyof Templates>,
): Promise<FoundForPolicy> {
  return { warnings: await targetWarnings(trx, scope, draft), documents: await findDocuments(trx, scope) }
}

/**
 * Returns the paths the templates give the documents that were found, with warnings about what a DMS wouldn't accept as
 * is.
 */
export function previewPolicy(
  { documents, warnings }: FoundForPolicy,
  scope: SearchScope,
  { documentPath, documentName }: Templates,
): PolicyPreview {
  const templates = { documentPath, documentName }
  const problems = (['documentPath', 'documentName'] as const).flatMap((field) => {
    const message = checkTemplate(templates[field])
    return message ? [{ field, message }] : []
  })
  if (problems.length > 0) return { problems, samples: [], warnings }
  return { problems, samples: documents.map((record) => sampleOf(record, { templates, scope })), warnings }
}

async function targetWarnings(
  trx: Trx,
  { firmId, role }: SearchScope,
  { dmsCredentialId, documentProperties }: Omit<PolicyDraft, keyof Templates>,
): Promise<readonly string[]> {
  if (dmsCredentialId === undefined || subjectAccess(genericCredential.subject, role) === 'DENY') return []
  const { rows } = await sql<{ driver: string }>`
    select driver from generic_credentials where firm_id = ${firmId} and id = ${dmsCredentialId}::uuid`.execute(trx)
  const [target] = rows
  const warning = target && lostProperties({ kind: genericCredential.name, ...target }, { documentProperties })
  return warning === undefined ? [] : [warning]
}

interface Found extends ContextRecord {
  abbreviations: readonly Abbreviation[]
}

async function findDocuments(trx: Trx, scope: SearchScope): Promise<readonly Found[]> {
  if ([envelope, courtDocument].some(({ subject }) => subjectAccess(subject, scope.role) === 'DENY')) return []
  const { rows } = await sql<Found>`
    select ${abbreviationsOf('f')} as abbreviations, ${contextColumns}
    from ${firmRows(courtDocument)} t
      join documents d on d.firm_id = t.firm_id and d.id = t.id
      join envelopes e on e.firm_id = t.firm_id and e.id = t.envelope_id
      join firms f on f.firm_id = t.firm_id
      left join cases c on c.firm_id = t.firm_id and c.id = e.case_id
      left join matters m on m.firm_id = t.firm_id and m.id = c.matter_id
      left join clients cl on cl.firm_id = t.firm_id and cl.id = m.client_id
    where t.firm_id = ${scope.firmId} and e.case_id is not null and ${isVisible('t', courtDocument, scope)}
    order by t.created_at desc, t.id desc limit ${mostSamples}`.execute(trx)
  return rows
}

function sampleOf(record: Found, { templates, scope }: { templates: Templates; scope: SearchScope }): PolicySample {
  const context = readable(contextOf(record), scope)
  const { originalFileName, uploaded, abbreviations } = record
  const extension = documentExtension({ originalFileName, uploaded: uploaded ?? false })
  const placed = copyPlace({ ...templates, abbreviations }, { context, extension })
  const title = [context.case.name, context.document.title].filter(Boolean).join(': ')
  if ('problem' in placed) return { title, path: placed.problem, warnings: [] }
  return { title, path: pathChoice(placed.place, 1), warnings: warningsOf(templates, { context, abbreviations }) }
}

const resourceOf: Readonly<Record<string, { resource: Resource; way: Way }>> = {
  client: { resource: client, way: waysFromFiling.client },
  matter: { resource: matter, way: waysFromFiling.matter },
  case: { resource: courtCase, way: waysFromFiling.case },
  court: { resource: ecfxJurisdiction, way: waysFromFiling.court },
  filing: { resource: envelope, way: [] },
  document: { resource: courtDocument, way: [] },
}
/** Used if a record has no value. The value doesn't show which one it came from, so all must be visible. */
const insteadOf: Readonly<Record<string, Way>> = {
  'case.name': [[envelope, 'caseName']],
  'case.case_number': [[envelope, 'docketNumber']],
  'document.number': [[envelope, 'documentNumber']],
  'court.abbreviation': [
    [ecfxJurisdiction, 'code'],
    [ecfxJurisdiction, 'citation'],
  ],
}
const fieldOf: Readonly<Record<string, string>> = {
  'case.case_number': 'caseNumber',
  'case.reference_id': 'referenceId',
  'case.court_case_id': 'uniqueKey',
  'filing.docket_text': 'docketText',
  'filing.document_number': 'documentNumber',
  'document.original_file_name': 'originalFileName',
}

/** A preview must not reveal what the lists don't: what the role may not read is treated as missing. */
function readable(context: TemplateContext, { role }: SearchScope): TemplateContext {
  const canSee = sightOf(role)
  const groups = Object.entries(context).map(([group, values]) => {
    const source = resourceOf[group]
    if (!source) return [group, values]
    const entries = Object.entries(values).map(([name, value]) => {
      const key = fieldOf[`${group}.${name}`] ?? name
      const way = [...source.way, [source.resource, key] as const, ...(insteadOf[`${group}.${name}`] ?? [])]
      return [name, seesWay(canSee, way) ? value : '']
    })
    return [group, Object.fromEntries(entries)]
  })
  return Object.fromEntries(groups) as TemplateContext
}

/** Names and lengths that Windows, SharePoint or Unix refuse, and what is done about them. */
function warningsOf(
  { documentPath, documentName }: Templates,
  { context, abbreviations }: { context: TemplateContext; abbreviations: readonly Abbreviation[] },
): string[] {
  const path = renderPath(documentPath, context)
  const name = renderText(documentName, context)
  if ('problem' in path || 'problem' in name) return []
  const parts = [...path.text.split(/[/\\]/), name.text].map((part) => abbreviate(part, abbreviations).trim())
  const whole = parts.join('/').length
  return [
    ...parts
      .slice(0, -1)
      .flatMap((part) => (part === '' ? ['A folder has no name for this document, so it is left out.'] : [])),
    ...parts.flatMap((part) => changeOf(part)),
    ...(whole > longestPath ? [`The path has ${whole} characters; its deepest folders are named by a hash.`] : []),
    ...(whole > sharePointPath && whole <= longestPath
      ? [`The path has ${whole} characters; SharePoint accepts ${sharePointPath} with the address of its library.`]
      : []),
  ]
}

/** "File path lengths": the decoded path, including the address of the library (SharePoint's limits page). */
const sharePointPath = 400

function changeOf(part: string): string[] {
  if (part === '') return []
  const safe = safeSegment(part)
  if (safe === part) return []
  if (part.length > longestSegment)
    return [`"${part.slice(0, 40)}…" has ${part.length} characters; it is shortened to ${longestSegment}.`]
  return [`"${part}" has characters that a DMS rejects; it becomes "${safe}".`]
}
