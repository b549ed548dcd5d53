import { useBlocker } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'

interface LeaveGuardProps {
  isDirty: () => boolean
  /** Whether leaving needs no confirmation anymore. */
  isLeaving: () => boolean
  /** Whether the input is on the page itself, so that what opens on the page leaves it there. */
  isOnPage?: boolean
  /** Called when the draft is discarded. */
  onGiveUp?: () => void
}

/** Asks before unsaved input is lost: by closing, navigating away, or closing the tab. */
export function LeaveGuard({ isDirty, isLeaving, isOnPage = false, onGiveUp }: LeaveGuardProps) {
  const { t } = useTranslation()
  const wouldLose = () => isDirty() && !isLeaving()
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => wouldLose() && !(isOnPage && current.pathname === next.pathname),
    enableBeforeUnload: wouldLose,
    withResolver: true,
  })
  return (
    <ConfirmDialog
      opened={blocker.status === 'blocked'}
      title={t('formPanel.leaveTitle')}
      text={t('formPanel.leaveText')}
      confirm={t('formPanel.leave')}
      cancel={t('formPanel.stay')}
      onConfirm={() => {
        onGiveUp?.()
        blocker.proceed?.()
      }}
      onCancel={() => blocker.reset?.()}
    />
  )
}
