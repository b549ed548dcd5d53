import type { FixKind } from '@courtcrier/contract/triage.ts'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type ComponentProps, type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { lazy } from '../../../ui/lazy.ts'
import type { ItemActing } from '../use-item-actions.ts'
import type { FixPart } from '../verbs/row-verbs.ts'
import '../verbs/text.ts'
import { CandidateList } from './CandidateList.tsx'
import classes from './Fix.module.css'
import type { ItemView } from './item-view.ts'

// Searching records loads a lot of code, and most notices don't need it.
const RecordChoice = lazy(() => import('./RecordChoice.tsx'))
const UploadFix = lazy(() => import('./UploadFix.tsx'))

export interface FixProps {
  view: ItemView
  acting: ItemActing
  /** Opens the form for a new case. */
  onCreateCase: () => void
  /** The part that was asked for. */
  part?: FixPart | undefined
}

/** Shows the ways to resolve what an item needs, the most likely first; nothing for users who may do none of them. */
export function FixOptions({ view, acting, onCreateCase, part }: FixProps) {
  const { t } = useTranslation()
  const { item, fixes, candidates, possibleCourts } = view
  const isBusy = acting.pending !== undefined
  const offers = (kind: FixKind) => fixes.includes(kind)
  return (
    <>
      {candidates.length > 0 && <CandidateList view={view} acting={acting} canChoose={offers('choose-case')} />}
      {offers('choose-court') &&
        possibleCourts.map(({ id, name, isLinked }) => (
          <Line key={id} text={t(isLinked ? 'inbox.fix.linkedCourt' : 'inbox.fix.namedCourt')}>
            <Button
              size="compact-sm"
              variant="default"
              disabled={isBusy}
              onClick={() => acting.act({ id: item.id, action: 'choose-court', courtId: id })}
            >
              {t('inbox.fix.thisCourt', { court: name })}
            </Button>
          </Line>
        ))}
      {offers('choose-court') && (
        <Choice
          entity="ecfx_jurisdiction"
          label={t(possibleCourts.length > 0 ? 'inbox.fix.otherCourt' : 'inbox.fix.court')}
          button={t('inbox.fix.useCourt')}
          isBusy={isBusy}
          isFirst
          onChoose={(courtId) => acting.act({ id: item.id, action: 'choose-court', courtId })}
        />
      )}
      {offers('create-case') && (
        <Line text={t('inbox.fix.createHint')}>
          <Button size="compact-sm" data-first-fix disabled={isBusy} onClick={onCreateCase}>
            {t('inbox.fix.create')}
          </Button>
        </Line>
      )}
      {offers('choose-case') && (
        <Choice
          entity="case"
          label={t(candidates.length > 0 ? 'inbox.fix.otherCase' : 'inbox.fix.case')}
          button={t('inbox.fix.useCase')}
          isBusy={isBusy}
          onChoose={(caseId) => acting.act({ id: item.id, action: 'choose-case', caseId })}
        />
      )}
      {offers('assign-timekeeper') && (
        <Choice
          entity="timekeeper"
          label={t('verbs.assigned.label')}
          button={t('verbs.assigned.button')}
          isBusy={isBusy}
          isFirst
          onChoose={(timekeeperId) => acting.act({ id: item.id, action: 'assign-timekeeper', timekeeperId })}
        />
      )}
      {offers('upload-documents') && (
        <Suspense>
          <UploadFix view={view} acting={acting} part={part} />
        </Suspense>
      )}
      <PlainActs view={view} acting={acting} />
    </>
  )
}

/** Acts that need nothing but a click, in the order in which the item most likely needs them. */
const plainActs = ['approve', 'retrieve', 'trust', 'manual', 'requeue', 'ignore-case', 'not-needed'] as const

function PlainActs({ view: { item, fixes }, acting }: Omit<FixProps, 'onCreateCase' | 'part'>) {
  const { t } = useTranslation()
  const { pending } = acting
  const kinds = fixes.filter((kind) => plainActs.some((each) => each === kind)) as (typeof plainActs)[number][]
  return kinds.map((kind) => (
    <Line key={kind} text={t(hintOf(kind, fixes))}>
      <Button
        size="compact-sm"
        variant="default"
        {...(kind === fixes[0] ? { 'data-first-fix': true } : {})}
        loading={pending?.action === kind}
        disabled={pending !== undefined && pending.action !== kind}
        {...(kind === 'manual'
          ? { renderRoot: (props: object) => <Link {...props} to="/manual-processing" search={{ item: item.id }} /> }
          : { onClick: () => acting.act({ id: item.id, action: kind }) })}
      >
        {t(kind in ownNames ? `inbox.fix.${kind}` : `verbs.${kind}`)}
      </Button>
    </Line>
  ))
}

const ownNames = { trust: true, 'ignore-case': true }

function hintOf(kind: (typeof plainActs)[number], fixes: readonly FixKind[]): string {
  if (kind === 'not-needed' && fixes.includes('upload-documents')) return 'verbs.hint.not-neededDocuments'
  return kind in ownNames || kind === 'requeue' ? `inbox.fix.${kind}Hint` : `verbs.hint.${kind}`
}

function Line({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div className={classes.line}>
      <small>{text}</small>
      {children}
    </div>
  )
}

/** Loaded separately, so that the other ways are there, and focused, before it is. */
function Choice(props: ComponentProps<typeof RecordChoice>) {
  return (
    <Suspense>
      <RecordChoice {...props} />
    </Suspense>
  )
}
