import { Modal } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAskFirst } from '../../ui/use-ask-first.tsx'
import { useFocusBack } from '../../ui/use-focus-back.ts'
import { InvitePaste, type Pasted } from './InvitePaste.tsx'
import { InviteReview } from './InviteReview.tsx'
import './text.ts'
import { offerUndoOfInvitations } from './undo-invitations.ts'
import { useInvitePeople } from './use-invite-people.ts'
import classes from './users.module.css'

/** Invites many people: first a list as pasted and a role, then what would be done about each, then what was done. */
export default function InvitePeopleDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  useFocusBack()
  const [pasted, setPasted] = useState<Pasted>({ text: '', roleId: null, linkTimekeepers: true })
  const inviting = useInvitePeople()
  const { state, isBusy, failure } = inviting
  const leave = () => {
    if (state) offerUndoOfInvitations(state)
    onClose()
  }
  const { close, isAsking, question } = useAskFirst(leave, { isEntered: !state && pasted.text !== '' })
  return (
    <Modal
      opened
      // What is under way goes on; the results would be lost.
      onClose={() => !isBusy && close()}
      closeOnEscape={!isAsking}
      title={t('invitePeople.title')}
      size={760}
      withCloseButton={false}
    >
      {question}
      {failure && (
        <p role="alert" className={classes.problem}>
          {failure}
        </p>
      )}
      {state ? (
        <InviteReview inviting={inviting} state={state} onLeave={leave} onUndone={onClose} />
      ) : (
        <InvitePaste pasted={pasted} onChange={setPasted} inviting={inviting} onClose={onClose} />
      )}
    </Modal>
  )
}
