import type { ItemNeed } from '@courtcrier/contract/calls/inbox-needs.ts'
import type { FixKind } from '@courtcrier/contract/triage.ts'
import type { Wish } from '../item/item-view.ts'

/** A button of a row: an act that needs no more than a click, or the dialog where one is completed. */
export type RowVerb = { labelKey: string; values?: { name: string } } & (
  | { kind: 'act'; wish: Wish }
  | { kind: 'dialog'; part?: FixPart }
  | { kind: 'create' | 'manual' | 'open' }
)

/** The part of the dialog that a button leads to. */
export type FixPart = 'pacer' | 'other'

/** Returns the verbs of a row that needs attention: the likeliest first, and at most one besides. */
export function rowVerbs({ id, fixes, suggestion, hasCandidates, hasAddress }: ItemNeed): readonly RowVerb[] {
  const act = (action: 'approve' | 'retrieve' | 'requeue' | 'not-needed'): RowVerb => ({
    kind: 'act',
    labelKey: `verbs.${action}`,
    wish: { id, action },
  })
  const dialog = (name: string): RowVerb => ({ kind: 'dialog', labelKey: `verbs.${name}` })
  const has = (kind: FixKind) => fixes.includes(kind)
  const chooses = (): readonly RowVerb[] => {
    const other: RowVerb = { kind: 'dialog', labelKey: 'verbs.other', part: 'other' }
    if (suggestion) {
      const wish: Wish = { id, action: 'choose-case', caseId: suggestion.id }
      return [{ kind: 'act', labelKey: 'verbs.use', values: { name: suggestion.name }, wish }, other]
    }
    if (!hasCandidates && has('create-case')) return [{ kind: 'create', labelKey: 'verbs.create' }, other]
    return [dialog('choose')]
  }
  const uploads = (): readonly RowVerb[] => {
    if (has('retrieve')) return [act('retrieve'), dialog('upload')]
    return hasAddress
      ? [dialog('upload'), { kind: 'dialog', labelKey: 'verbs.pacer', part: 'pacer' }]
      : [dialog('upload')]
  }
  const verbs: Record<FixKind, () => readonly RowVerb[]> = {
    approve: () => [act('approve'), { kind: 'open', labelKey: 'verbs.details' }],
    'upload-documents': uploads,
    retrieve: () => [act('retrieve')],
    'choose-case': chooses,
    'create-case': () => [{ kind: 'create', labelKey: 'verbs.create' }],
    'assign-timekeeper': () => [dialog('assign')],
    'choose-court': () => [dialog('court')],
    trust: () => [dialog('trust'), act('not-needed')],
    manual: () => [{ kind: 'manual', labelKey: 'verbs.manual' }, act('not-needed')],
    requeue: () => [act('requeue'), act('not-needed')],
    'ignore-case': () => [dialog('choose')],
    'not-needed': () => [act('not-needed'), { kind: 'open', labelKey: 'verbs.details' }],
  }
  const [first] = fixes
  return first ? verbs[first]() : []
}
