import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from './ConfirmDialog.tsx'

interface AskFirst {
  /** Closes the dialog, or asks first. */
  close: () => void
  isAsking: boolean
  /** To be shown over the dialog. */
  question: ReactNode
}

/** For a dialog with something entered that a stray key or click would lose. Its own Cancel button need not ask. */
export function useAskFirst(isEntered: boolean, onClose: () => void): AskFirst {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  return {
    close: () => (isEntered ? setAsking(true) : onClose()),
    isAsking,
    question: (
      <ConfirmDialog
        opened={isAsking}
        title={t('formPanel.leaveTitle')}
        text={t('formPanel.leaveText')}
        confirm={t('formPanel.leave')}
        cancel={t('formPanel.stay')}
        onConfirm={onClose}
        onCancel={() => setAsking(false)}
      />
    ),
  }
}
