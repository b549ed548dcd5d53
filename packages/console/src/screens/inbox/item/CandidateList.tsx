import type { Candidate, Compared } from '@courtcrier/contract/calls/inbox.ts'
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ItemActing } from '../use-item-actions.ts'
import classes from './Fix.module.css'
import type { ItemView } from './item-view.ts'

interface CandidateListProps {
  view: ItemView
  acting: ItemActing
  canChoose: boolean
}

/** Lists the candidate cases, each with what distinguishes it. */
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
  const { caseNumber, matterNumber, status, timekeeperCount, reasons = [], differences = [] } = candidate
  const isDoubted = candidate.isDoubted ?? differences.length > 0
  const details = [
    caseNumber,
    matterNumber && t('inbox.note.matter', { number: matterNumber }),
    status,
    timekeeperCount != null && t('inbox.note.timekeepers', { count: timekeeperCount }),
  ]
  return (
    <li className={`${classes.line} ${isDoubted ? classes.doubted : ''}`}>
      <div>
        <bdi>{candidate.name}</bdi>
        <small>{details.filter(Boolean).join(' · ')}</small>
        {!isDoubted && reasons.length > 0 && (
          <small data-why>{reasons.map((reason) => t(`verbs.why.${reason}`)).join(' · ')}</small>
        )}
      </div>
      {isDoubted && <Comparison candidate={candidate} isFirst={isFirst} />}
      {canChoose && (
        <Button
          size="compact-sm"
          variant={isFirst && !isDoubted ? 'filled' : 'default'}
          data-first-fix={(isFirst && !isDoubted) || undefined}
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

/**
 * Shows the notice's facts next to the case's, so that no one chooses without seeing them. It takes focus instead of an
 * answer: a case the notice contradicts is never one Enter away.
 */
function Comparison({ candidate, isFirst }: { candidate: Candidate; isFirst: boolean }) {
  const { t } = useTranslation()
  const { name, differences = [], agreements = [] } = candidate
  const lines = order.flatMap((about) => {
    const difference = differences.find((each) => each.about === about)
    const line = difference ?? agreements.find((each) => each.about === about)
    return line ? [{ ...line, isDifferent: difference !== undefined }] : []
  })
  return (
    <table
      className={classes.comparison}
      aria-label={t('inbox.differs.label', { name })}
      data-first-fix={isFirst || undefined}
      tabIndex={-1}
    >
      <thead>
        <tr>
          <td />
          <th scope="col">{t('inbox.differs.notice')}</th>
          <th scope="col">{t('inbox.differs.case')}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ about, isDifferent, ...said }) => (
          <tr key={about} data-different={isDifferent || undefined}>
            <th scope="row">
              {t(`inbox.differs.${about}`)}
              {isDifferent && <small>{t('inbox.differs.differs')}</small>}
            </th>
            <td>{said.notice ?? '—'}</td>
            <td>{said.case ?? '—'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const order: readonly Compared['about'][] = ['number', 'name', 'court']
