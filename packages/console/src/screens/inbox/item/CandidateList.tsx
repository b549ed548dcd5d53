import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ItemActing } from '../use-item-actions.ts'
import classes from './Fix.module.css'
import type { Candidate, Difference, ItemView } from './item-view.ts'

interface CandidateListProps {
  view: ItemView
  acting: ItemActing
  canChoose: boolean
}

/** The cases that may be meant, each with what tells it from the others. */
export function CandidateList({ view, acting, canChoose }: CandidateListProps) {
  return (
    <ul className={classes.candidates}>
      {view.candidates.map((candidate, index) => (
        <CandidateLine
          key={candidate.id}
          itemId={view.item.id}
          candidate={candidate}
          isFirst={index === 0}
          acting={acting}
          canChoose={canChoose}
        />
      ))}
    </ul>
  )
}

interface CandidateLineProps extends Omit<CandidateListProps, 'view'> {
  itemId: string
  candidate: Candidate
  isFirst: boolean
}

function CandidateLine({ itemId, candidate, isFirst, acting, canChoose }: CandidateLineProps) {
  const { t } = useTranslation()
  const { pending } = acting
  const isChosen = pending?.action === 'choose-case' && pending.caseId === candidate.id
  const { caseNumber, matterNumber, status, timekeeperCount, differences = [] } = candidate
  const details = [
    caseNumber,
    matterNumber && t('inbox.note.matter', { number: matterNumber }),
    status,
    timekeeperCount != null && t('inbox.note.timekeepers', { count: timekeeperCount }),
  ]
  return (
    <li className={classes.line}>
      <div>
        {candidate.name}
        <small>{details.filter(Boolean).join(' · ')}</small>
        <Differences of={differences} />
      </div>
      {canChoose && (
        <Button
          size="compact-sm"
          variant={isFirst && differences.length === 0 ? 'filled' : 'default'}
          data-first-fix={isFirst || undefined}
          aria-label={t('inbox.note.useCase', { name: candidate.name })}
          loading={isChosen}
          disabled={pending !== undefined && !isChosen}
          onClick={() => acting.act({ id: itemId, action: 'choose-case', caseId: candidate.id })}
        >
          {t('inbox.note.use')}
        </Button>
      )}
    </li>
  )
}

/** What the notice says beside what the case says, so that nobody chooses without having seen it. */
function Differences({ of }: { of: readonly Difference[] }) {
  const { t } = useTranslation()
  if (of.length === 0) return null
  return (
    <table className={classes.differences}>
      <thead>
        <tr>
          <td />
          <th scope="col">{t('inbox.differs.notice')}</th>
          <th scope="col">{t('inbox.differs.case')}</th>
        </tr>
      </thead>
      <tbody>
        {of.map((each) => (
          <tr key={each.about}>
            <th scope="row">{t(`inbox.differs.${each.about}`)}</th>
            <td>{each.notice ?? '—'}</td>
            <td>{each.case ?? '—'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
