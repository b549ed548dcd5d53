import { permittedField, type Role, subjectAccess } from '@courtcrier/contract/access.ts'
import { type ItemNeed, readNeeds } from '@courtcrier/contract/calls/inbox-needs.ts'
import type { NoticeKind, StageName } from '@courtcrier/contract/notice.ts'
import { courtCase } from '@courtcrier/contract/resources/case.ts'
import { courtDocument } from '@courtcrier/contract/resources/document.ts'
import { ignoredCase } from '@courtcrier/contract/resources/ignored-case.ts'
import { inboxItem } from '@courtcrier/contract/resources/inbox-item.ts'
import { timekeeper } from '@courtcrier/contract/resources/timekeeper.ts'
import { type FixKind, fixKinds } from '@courtcrier/contract/triage.ts'
import { isUuid } from '@courtcrier/contract/uuid.ts'
import { seesWay, sightOf, type Way } from '@courtcrier/contract/ways.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { withFirm } from '../../base/db/firm-transaction.ts'
import type { Services } from '../../base/services.ts'
import type { SenderResult, Vouch } from '../../notices/pipeline/stage.ts'
import { whyHeld } from '../../notices/pipeline/trust-gate.ts'
import { lacksCourt } from '../../notices/siblings.ts'
import { isAddable } from '../../notices/upload-documents.ts'
import type { SearchScope } from '../../records/viewer.ts'
import { isVisible } from '../../records/visible-rows.ts'
import { demand } from '../resources.ts'
import { serveCall } from '../server/serve-call.ts'

/** The facts that decide what a stopped item needs. */
interface Stop {
  id: string
  nextStage: StageName | null
  docketNumber: string | null
  /** Whether it has a case that the reader may see. */
  hasCase: boolean
  authenticate: SenderResult | null
  vouch: Vouch | null
  format: string | null
  /** Why its sender doesn't speak for it. */
  misfit: string | null
  candidates: readonly string[] | null
  doubted: readonly string[] | null
  lacksCourt: boolean | null
  /** The kind of a notice that couldn't be parsed completely. */
  kind: NoticeKind | null
  /** Documents of its filing that a person may add. */
  missing: number
  /** Those for which the court might answer differently now. */
  retrievable: number
  hasAddress: boolean
}

/** What a stopped item needs, and whether it is held because of its sender. */
export interface Needed extends Pick<ItemNeed, 'id' | 'fixes' | 'hasAddress' | 'hasCandidates'> {
  canTrust: boolean
  /** The only candidate that nothing contradicts. */
  suggestedId: string | undefined
}

export function inboxNeedsRoute(api: FastifyInstance, { database }: Services): void {
  serveCall(api, readNeeds, async ({ query, request }) => {
    const caller = demand(request, inboxItem, 'READ')
    const ids = (query.ids ?? '').split(',').filter(isUuid)
    return withFirm(database, caller.firmId, async (trx) => {
      const needed = await findNeeds(trx, caller, ids)
      const names = await nameCases(
        trx,
        caller,
        needed.flatMap(({ suggestedId }) => suggestedId ?? []),
      )
      return {
        needs: needed.map(({ id, fixes, hasAddress, hasCandidates, suggestedId }) => {
          const name = suggestedId && fixes.includes('choose-case') ? names.get(suggestedId) : undefined
          return {
            id,
            fixes,
            hasAddress,
            hasCandidates,
            suggestion: suggestedId && name ? { id: suggestedId, name } : null,
          }
        }),
      }
    })
  })
}

/** Returns what each of these items needs and its reader may do; only those that need attention are in the result. */
export async function findNeeds(trx: Trx, scope: SearchScope, ids: readonly string[]): Promise<readonly Needed[]> {
  if (ids.length === 0) return []
  const verdict = sql.ref('d.verdict')
  const { rows } = await sql<Stop>`
    select t.id, t.next_stage as "nextStage", t.docket_number as "docketNumber",
      exists (select from cases c where c.firm_id = t.firm_id and c.id = t.case_id and ${isVisible('c', courtCase, scope)})
        as "hasCase",
      p.outcomes #> '{authenticate,result}' as authenticate, p.outcomes -> 'vouch' as vouch,
      p.outcomes #>> '{parse,result,notice,format}' as format, p.outcomes #>> '{parse,result,misfit}' as misfit,
      p.outcomes #> '{review,candidates}' as candidates,
      jsonb_path_query_array(p.outcomes, '$.review.doubts[*].caseId') as doubted,
      ${lacksCourt} as "lacksCourt", p.outcomes #>> '{review,understood,kind}' as kind,
      (select count(*)::int from documents d where d.firm_id = t.firm_id and d.envelope_id = t.envelope_id
        and ${isAddable('d')}) as missing,
      (select count(*)::int from documents d where d.firm_id = t.firm_id and d.envelope_id = t.envelope_id
        and ${isAddable('d')} and ${verdict} in ('awaited', 'unavailable', 'broken', 'refused')) as retrievable,
      jsonb_path_exists(p.outcomes, '$.parse.result.notice.**.link.url') as "hasAddress"
    from inbox_items t join item_progress p on p.firm_id = t.firm_id and p.id = t.id
    where t.firm_id = ${scope.firmId} and t.id = any(${[...ids]}::uuid[]) and t.status = 'Action Required'
      and ${isVisible('t', inboxItem, scope)}`.execute(trx)
  return rows.map((stop) => neededFor(asSeen(stop, scope.role), scope.role))
}

/** Returns the facts without those that the role may not see; what it needs would reveal them. */
function asSeen(stop: Stop, role: Role): Stop {
  const canSee = sightOf(role)
  const seesDocuments = canSee(inboxItem, 'envelopeId') && seesWay(canSee, waysOfMissing)
  return {
    ...stop,
    hasCase: stop.hasCase && canSee(inboxItem, 'caseId'),
    docketNumber: canSee(inboxItem, 'docketNumber') ? stop.docketNumber : null,
    ...(seesDocuments ? {} : { missing: 0, retrievable: 0 }),
  }
}

/** The fields that decide which documents of a filing may be added or retrieved. */
const waysOfMissing: Way = (['envelopeId', 'fileId', 'verdict'] as const).map((key) => [courtDocument, key] as const)

function neededFor(stop: Stop, role: Role): Needed {
  const canTrust = isHeld(stop)
  const seesDocuments = subjectAccess(courtDocument.subject, role) !== 'DENY'
  const candidates = stop.candidates ?? []
  const [suggestedId, ...others] = candidates.filter((id) => !stop.doubted?.includes(id))
  const possible = possibleFixes(stop, canTrust)
  return {
    id: stop.id,
    fixes: inOrder(stop, canTrust).filter((kind) => possible[kind] && mayFix(kind, role)),
    hasAddress: seesDocuments && stop.hasAddress === true,
    hasCandidates: candidates.length > 0,
    canTrust,
    suggestedId: others.length === 0 ? suggestedId : undefined,
  }
}

/** Whether it is held only because its sender isn't verified, so that it continues when a person trusts the sender. */
function isHeld({ nextStage, authenticate, vouch, format, misfit }: Stop): boolean {
  if (!nextStage || !authenticate) return false
  const parse = format === null ? undefined : { notice: { format }, ...(misfit !== null && { misfit }) }
  return whyHeld({ results: { authenticate, parse }, vouch: vouch ?? undefined }, nextStage) !== undefined
}

function possibleFixes(stop: Stop, canTrust: boolean): Record<FixKind, boolean> {
  const { nextStage, candidates, doubted, docketNumber, hasCase, missing, retrievable } = stop
  const isMatching = nextStage === 'match' && !canTrust
  const isUnread = nextStage === 'parse' || nextStage === 'authenticate'
  const needsCourt = nextStage === 'parse' && stop.lacksCourt === true
  const isEachDoubted = (candidates ?? []).every((id) => doubted?.includes(id))
  const waitsForApproval = nextStage === 'deliver' && !canTrust
  const isGap = nextStage === null && missing > 0
  return {
    'upload-documents': missing > 0 && !canTrust,
    retrieve: isGap && retrievable > 0,
    'choose-case': isMatching,
    'create-case': isMatching && isEachDoubted,
    'assign-timekeeper': nextStage === 'address' && hasCase && !canTrust,
    'choose-court': needsCourt,
    trust: canTrust,
    manual: isUnread,
    approve: waitsForApproval,
    requeue: !waitsForApproval && !isMatching && !needsCourt && !canTrust && !isGap,
    'ignore-case': isMatching && docketNumber !== null,
    'not-needed': true,
  }
}

/** A probable fake, and a message about no case at all, most likely need nothing but to be closed. */
function inOrder({ authenticate, kind }: Stop, canTrust: boolean): readonly FixKind[] {
  const isFake = canTrust && authenticate?.flag !== undefined
  if (!isFake && !(kind && caseless.has(kind))) return fixKinds
  return ['not-needed', ...fixKinds.filter((each) => each !== 'not-needed')]
}

const caseless: ReadonlySet<NoticeKind> = new Set(['announcement', 'invitation', 'confirmation', 'rejection'])

function mayFix(kind: FixKind, role: Role): boolean {
  if (subjectAccess(inboxItem.subject, role) !== 'FULL') return false
  if (permittedField(inboxItem.subject, 'status', role) !== 'FULL') return false
  const toCases = subjectAccess(courtCase.subject, role)
  if (kind === 'choose-case') return toCases !== 'DENY'
  if (kind === 'create-case') return toCases === 'FULL'
  if (kind === 'ignore-case') return subjectAccess(ignoredCase.subject, role) === 'FULL'
  if (kind !== 'assign-timekeeper') return true
  const mayAssign = toCases === 'FULL' && permittedField(courtCase.subject, 'assigned_timekeepers', role) === 'FULL'
  return mayAssign && subjectAccess(timekeeper.subject, role) !== 'DENY'
}

async function nameCases(trx: Trx, scope: SearchScope, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0 || !sightOf(scope.role)(courtCase, 'name')) return new Map()
  const { rows } = await sql<{ id: string; name: string }>`
    select t.id, t.name from cases t where t.firm_id = ${scope.firmId} and t.id = any(${[...ids]}::uuid[])
      and ${isVisible('t', courtCase, scope)}`.execute(trx)
  return new Map(rows.map(({ id, name }) => [id, name]))
}
