import type { InvitedPerson, InviteOutcome } from '@courtcrier/contract/calls/invite-people.ts'
import { Button, Progress } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import dialog from '../../resource/BulkDialog.module.css'
import { PlainTable } from '../../ui/PlainTable.tsx'
import { StatusDot, type Tone } from '../../ui/StatusDot.tsx'
import { translated } from '../../ui/translated.ts'
import { undoInvitations } from './undo-invitations.ts'
import { type InviteState, openPeople, type useInvitePeople } from './use-invite-people.ts'
import classes from './users.module.css'

interface InviteReviewProps {
  inviting: ReturnType<typeof useInvitePeople>
  state: InviteState
  onLeave: () => void
  onUndone: () => void
}

/** Shows what would be done about each person, and then what was done. */
export function InviteReview(props: InviteReviewProps) {
  const { t } = useTranslation()
  const { state } = props
  const { canSend, progress } = state
  return (
    <>
      <p role="status" className={classes.line}>
        {progress ? t('invitePeople.progress', progress) : t(`invitePeople.${summaryKey(state)}`, countsOf(state))}
      </p>
      {progress && (
        <Progress value={(100 * progress.done) / progress.total} aria-label={t('invitePeople.title')} mb="sm" />
      )}
      {!canSend && <p className={classes.line}>{t('invitePeople.cannotSend')}</p>}
      <PeopleTable state={state} />
      <Buttons {...props} />
    </>
  )
}

function Buttons({ inviting, state, onLeave, onUndone }: InviteReviewProps) {
  const { t } = useTranslation()
  const { isBusy } = inviting
  const { canSend, isStarted } = state
  const open = openPeople(state).length
  const act = isStarted ? 'again' : canSend ? 'invite' : 'create'
  return (
    <div className={dialog.buttons}>
      {!isStarted && (
        <>
          <Button variant="default" disabled={isBusy} onClick={onLeave}>
            {t('invitePeople.cancel')}
          </Button>
          <Button variant="default" disabled={isBusy} onClick={inviting.back}>
            {t('invitePeople.back')}
          </Button>
        </>
      )}
      {open > 0 && (
        <Button variant={isStarted ? 'default' : 'filled'} loading={isBusy} onClick={() => void inviting.send(state)}>
          {t(`invitePeople.act.${act}`, { count: open })}
        </Button>
      )}
      {!isBusy && state.undoIds.length > 0 && <UndoButton undoIds={state.undoIds} onUndone={onUndone} />}
      {isStarted && (
        <Button disabled={isBusy} onClick={onLeave}>
          {t('invitePeople.close')}
        </Button>
      )}
    </div>
  )
}

function UndoButton({ undoIds, onUndone }: { undoIds: readonly string[]; onUndone: () => void }) {
  const { t } = useTranslation()
  const [isUndoing, setUndoing] = useState(false)
  const undo = async () => {
    setUndoing(true)
    await undoInvitations(undoIds)
    onUndone()
  }
  return (
    <Button variant="default" loading={isUndoing} onClick={() => void undo()}>
      {t('notice.undo')}
    </Button>
  )
}

function summaryKey({ isStarted }: InviteState): 'done' | 'preview' {
  return isStarted ? 'done' : 'preview'
}

/** Returns how many are concerned, and how many aren't. */
function countsOf(state: InviteState): { count: number; others: number } {
  const { people, isStarted } = state
  const count = isStarted
    ? people.filter(({ outcome }) => outcome === 'invited' || outcome === 'created').length
    : openPeople(state).length
  return { count, others: people.length - count }
}

function PeopleTable({ state }: { state: InviteState }) {
  const { t } = useTranslation()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard (WCAG 2.1.1)
    <section className={classes.people} tabIndex={0} aria-label={t('invitePeople.list')}>
      <PlainTable heads={[t('invitePeople.name'), t('login.email'), t('invitePeople.result')]} isFramed isStacked>
        {problemsFirst(state.people).map(({ person, at }) => (
          <PersonRow key={at} person={person} canSend={state.canSend} />
        ))}
      </PlainTable>
    </section>
  )
}

const tones: Readonly<Record<InviteOutcome, Tone>> = {
  new: 'busy',
  uninvited: 'busy',
  invited: 'ok',
  created: 'ok',
  user: 'neutral',
  invalid: 'bad',
  duplicate: 'neutral',
  refused: 'bad',
  failed: 'bad',
}

/** Returns the people in the order in which a long list is read; an address may be in it twice, so each has its place. */
export function problemsFirst(people: readonly InvitedPerson[]): readonly { person: InvitedPerson; at: number }[] {
  const ranks: Partial<Record<Tone, number>> = { bad: 0, neutral: 1 }
  const rank = ({ outcome }: InvitedPerson) => ranks[tones[outcome]] ?? 2
  return people.map((person, at) => ({ person, at })).toSorted((a, b) => rank(a.person) - rank(b.person))
}

function PersonRow({ person, canSend }: { person: InvitedPerson; canSend: boolean }) {
  const { t } = useTranslation()
  const { email, fullName, outcome, reason, timekeeper } = person
  const word = outcome === 'new' && !canSend ? 'newUnsent' : outcome
  const isUnread = email === ''
  return (
    <tr>
      <th scope="row" colSpan={isUnread ? 2 : undefined}>
        {fullName}
        {timekeeper && <small>{t('invitePeople.linked', { name: timekeeper })}</small>}
      </th>
      {!isUnread && <td>{email}</td>}
      <td>
        <StatusDot tone={tones[outcome]}>{t(`invitePeople.outcome.${word}`)}</StatusDot>
        {reason && <small>{translated(reason)}</small>}
      </td>
    </tr>
  )
}
