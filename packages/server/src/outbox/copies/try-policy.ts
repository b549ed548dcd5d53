import type { PlannedProperty } from '@courtcrier/connectors/planned-property.ts'
import type { AnswerOf } from '@courtcrier/contract/calls/call.ts'
import type { TriedProperty, tryPolicy as tryPolicyCall } from '@courtcrier/contract/calls/trials.ts'
import { describeProblem } from '@courtcrier/contract/messages.ts'
import { courtDocument } from '@courtcrier/contract/resources/document.ts'
import { inboxItem } from '@courtcrier/contract/resources/inbox-item.ts'
import { getResource } from '@courtcrier/contract/resources/registry.ts'
import { sightOf, type Way } from '@courtcrier/contract/ways.ts'
import { asSentence } from '@courtcrier/lib/sentence.ts'
import type { Services } from '../../base/services.ts'
import type { SearchScope } from '../../records/viewer.ts'
import type { StoreKey } from '../../stores/open-stores.ts'
import { lostProperties, planProperties } from '../../stores/plan-properties.ts'
import { copyPlace, pathChoice } from './copy-path.ts'
import { contextOf } from './document-context.ts'
import { documentExtension } from './document-extension.ts'
import { propertiesOf } from './document-properties.ts'
import type { FoundForPolicy, PastFiling, PolicyDraft } from './find-for-policy.ts'
import { pathWarnings } from './path-warnings.ts'
import { findPolicyProblems } from './policy-problems.ts'
import { readable } from './readable-context.ts'

/** What a trial reveals besides the notices. */
export const waysOfPolicyTrial: Way = [
  [inboxItem, 'envelopeId'],
  [courtDocument, 'envelopeId'],
  [courtDocument, 'fileId'],
]

/**
 * Returns what a policy would have saved of the filings that were found, as if it were the policy of their cases. Runs
 * templates and may ask the DMS, so not within a transaction.
 */
export async function tryPolicy(
  deps: Pick<Services, 'stores'>,
  { filings, target, ...found }: FoundForPolicy,
  { scope, draft }: { scope: SearchScope; draft: PolicyDraft },
): Promise<AnswerOf<typeof tryPolicyCall>> {
  const lost = target && lostProperties(target, draft)
  const warnings = lost === undefined ? [] : [lost]
  const problems = findPolicyProblems({ ...draft }).map(({ field, code }) => ({
    field,
    message: describeProblem(code),
  }))
  if (problems.length > 0) return { ...found, count: 0, caught: [], problems, warnings }
  const { properties, warning } = await showProperties(deps, target, { shown: filings, scope, draft })
  const caught = filings.map((filing, index) => {
    const { id, title, at } = filing.notice
    const would = wouldSave(filing, { draft, scope })
    return { id, title, at, did: filing.did, would, properties: properties[index] ?? [] }
  })
  return { ...found, caught, problems, warnings: warning === undefined ? warnings : [...warnings, warning] }
}

/** Returns what the DMS gets of each filing's properties, as far as the role may see the settings behind it. */
async function showProperties(
  deps: Pick<Services, 'stores'>,
  target: StoreKey | undefined,
  { shown, scope, draft }: { shown: readonly PastFiling[]; scope: SearchScope; draft: PolicyDraft },
): Promise<{ properties: readonly (readonly TriedProperty[])[]; warning?: string }> {
  if (!target) return { properties: [] }
  const documents = shown.map(({ record }) => propertiesOf(draft, readable(contextOf(record), scope)))
  const { planned, ...plan } = await planProperties(deps, target, documents)
  const canSee = sightOf(scope.role)
  const resource = getResource(target.kind)
  const isSeen = ({ setting }: PlannedProperty) => setting === null || canSee(resource, setting)
  return { ...plan, properties: planned.map((each) => each.filter(isSeen).map(({ setting: _, ...rest }) => rest)) }
}

/** "2 documents would be saved, the first as …" */
function wouldSave({ record, kept }: PastFiling, { draft, scope }: { draft: PolicyDraft; scope: SearchScope }): string {
  const context = readable(contextOf(record), scope)
  const { originalFileName, uploaded, abbreviations, isDocument } = record
  const extension = isDocument
    ? documentExtension({ originalFileName, uploaded: uploaded ?? false })
    : (messageExtensions[draft.storeEmail] ?? '')
  const placed = copyPlace({ ...draft, abbreviations }, { context, extension })
  if ('problem' in placed) return asSentence(placed.problem)
  const path = pathChoice(placed.place, 1)
  return [...savedSentences(path, { draft, count: kept }), ...pathWarnings(draft, { context, abbreviations })].join(' ')
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
