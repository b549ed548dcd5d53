import { subjectAccess } from '@courtcrier/contract/access.ts'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useRole } from '../../../session/session-store.ts'
import { reasonTone } from '../item-status.ts'
import { type ItemActing, useCanAct } from '../use-item-actions.ts'
import type { Candidate, ItemView } from './item-view.ts'
import classes from './ReviewNote.module.css'

interface ReviewNoteProps {
  view: ItemView
  acting: ItemActing
}

/** Why the item stands where it stands, with the cases to choose from: the next step beside the reason. */
export function ReviewNote({ view, acting }: ReviewNoteProps) {
  const { t } = useTranslation()
  const { item, candidates, siblings } = view
  const tone = reasonTone(item.status)
  const waiting = siblings.filter(({ status }) => status === 'Action Required').length
  if (!tone || !item.reason) return null
  const [lead, rest] = firstSentence(item.reason)
  return (
    <section className={classes.note} data-tone={tone} aria-label={t('inbox.note.label')}>
      <p>
        <strong>{lead}</strong> {rest}{' '}
        {item.status === 'Action Required' && waiting > 0 && t('inbox.note.siblings', { count: waiting })}
      </p>
      {isWithoutCase(view) && <CreateCase />}
      {view.canTrust && <Trust id={item.id} acting={acting} />}
      {item.status === 'Action Required' && candidates.length > 0 && (
        <ul className={classes.candidates}>
          {candidates.map((candidate, index) => (
            <CandidateLine
              key={candidate.id}
              itemId={item.id}
              candidate={candidate}
              isFirst={index === 0}
              acting={acting}
            />
          ))}
        </ul>
      )}
    </section>
  )
}

interface CandidateLineProps {
  itemId: string
  candidate: Candidate
  isFirst: boolean
  acting: ItemActing
}

function CandidateLine({ itemId, candidate, isFirst, acting }: CandidateLineProps) {
  const { t } = useTranslation()
  const canAct = useCanAct()
  const { pending } = acting
  const isChosen = pending?.action === 'choose' && pending.caseId === candidate.id
  const { caseNumber, matterNumber, status, timekeeperCount } = candidate
  const details = [
    caseNumber,
    matterNumber && t('inbox.note.matter', { number: matterNumber }),
    status,
    timekeeperCount != null && t('inbox.note.timekeepers', { count: timekeeperCount }),
  ]
  return (
    <li className={classes.candidate}>
      <div>
        {candidate.name}
        <small>{details.filter(Boolean).join(' · ')}</small>
      </div>
      {canAct && (
        <Button
          size="compact-xs"
          variant={isFirst ? 'filled' : 'default'}
          aria-label={t('inbox.note.useCase', { name: candidate.name })}
          loading={isChosen}
          disabled={pending !== undefined && !isChosen}
          onClick={() => acting.act({ id: itemId, action: 'choose', caseId: candidate.id })}
        >
          {t('inbox.note.use')}
        </Button>
      )}
    </li>
  )
}

/** Whether the notice waits for a case that the firm does not have. */
function isWithoutCase({ item, candidates }: ItemView): boolean {
  return item.status === 'Action Required' && item.nextStage === 'match' && candidates.length === 0
}

function CreateCase() {
  const { t } = useTranslation()
  if (subjectAccess('case', useRole()) !== 'FULL') return null
  return (
    <div className={classes.candidate}>
      <div>
        <small>{t('inbox.note.createHint')}</small>
      </div>
      <Button
        size="compact-xs"
        variant="default"
        renderRoot={(props) => <Link to="/cases" search={{ id: 'new' }} {...props} />}
      >
        {t('inbox.note.create')}
      </Button>
    </div>
  )
}

/** Nobody has proven to be the sender: a person may say that the mail is genuine. */
function Trust({ id, acting }: { id: string; acting: ItemActing }) {
  const { t } = useTranslation()
  if (!useCanAct()) return null
  return (
    <div className={classes.candidate}>
      <div>
        <small>{t('inbox.note.trustHint')}</small>
      </div>
      <Button
        size="compact-xs"
        variant="default"
        loading={acting.pending?.action === 'trust'}
        onClick={() => acting.act({ id, action: 'trust' })}
      >
        {t('inbox.note.trust')}
      </Button>
    </div>
  )
}

/** The first sentence and the rest; a full stop inside a name or number ends none. */
function firstSentence(text: string): [string, string] {
  const end = /[.!?:](?=\s+\p{Lu})/u.exec(text)
  return end ? [text.slice(0, end.index + 1), text.slice(end.index + 1).trim()] : [text, '']
}
