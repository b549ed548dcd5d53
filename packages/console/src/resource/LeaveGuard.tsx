import { useBlocker } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'

interface LeaveGuardProps {
  isDirty: () => boolean
  /** Whether leaving needs no question any more. */
  isLeaving: () => boolean
  /** What was typed is given up. */
  onGiveUp?: () => void
}

/** Asks before what was typed is lost: by closing, going elsewhere, or closing the tab. */
export function LeaveGuard({ isDirty, isLeaving, onGiveUp }: LeaveGuardProps) {
  const { t } = useTranslation()
  const wouldLose = () => isDirty() && !isLeaving()
  const blocker = useBlocker({ shouldBlockFn: wouldLose, enableBeforeUnload: wouldLose, withResolver: true })
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
