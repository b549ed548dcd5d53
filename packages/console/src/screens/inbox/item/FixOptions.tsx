import type { FixKind } from '@courtcrier/contract/triage.ts'
import { Button } from '@mantine/core'
import { type ComponentProps, lazy, type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { ItemActing } from '../use-item-actions.ts'
import { CandidateList } from './CandidateList.tsx'
import classes from './Fix.module.css'
import type { ItemView } from './item-view.ts'

// Finding records brings much with it, and most notices need none.
const RecordChoice = lazy(() => import('./RecordChoice.tsx'))

export interface FixProps {
  view: ItemView
  acting: ItemActing
  /** Opens the form for a new case. */
  onCreateCase: () => void
}

/** The ways to answer what an item waits for, the likeliest first; nothing for who may give none of the answers. */
export function FixOptions({ view, acting, onCreateCase }: FixProps) {
  const { t } = useTranslation()
  const { item, fixes, candidates } = view
  const isBusy = acting.pending !== undefined
  const offers = (kind: FixKind) => fixes.includes(kind)
  return (
    <>
      {candidates.length > 0 && <CandidateList view={view} acting={acting} canChoose={offers('choose-case')} />}
      {offers('choose-court') && (
        <Choice
          entity="ecfx_jurisdiction"
          label={t('inbox.fix.court')}
          button={t('inbox.fix.useCourt')}
          isBusy={isBusy}
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
      {(['trust', 'requeue', 'ignore-case'] as const).filter(offers).map((kind) => (
        <Line key={kind} text={t(`inbox.fix.${kind}Hint`)}>
          <Button
            size="compact-sm"
            variant="default"
            {...(kind === 'ignore-case' ? {} : { 'data-first-fix': true })}
            loading={acting.pending?.action === kind}
            disabled={isBusy && acting.pending?.action !== kind}
            onClick={() => acting.act({ id: item.id, action: kind })}
          >
            {t(`inbox.fix.${kind}`)}
          </Button>
        </Line>
      ))}
    </>
  )
}

function Line({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div className={classes.line}>
      <small>{text}</small>
      {children}
    </div>
  )
}

/** On its own, so that the other ways are there, and have the focus, before it is. */
function Choice(props: ComponentProps<typeof RecordChoice>) {
  return (
    <Suspense>
      <RecordChoice {...props} />
    </Suspense>
  )
}
