import { type FormEventHandler, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { isTyping } from './is-typing.ts'

interface AskFirst {
  /** Closes the dialog, or asks first. */
  close: () => void
  isAsking: boolean
  /** To be shown over the dialog. */
  question: ReactNode
  /** For what is around the inputs. Choices, which are made again at once, don't count. */
  onInput: FormEventHandler
}

interface AskFirstOptions {
  /** Whether something was entered; if absent, whether anything was typed. */
  isEntered?: boolean | undefined
  /** Above the dialog, if that is above most. */
  zIndex?: number
}

/** For a dialog with something entered that a stray key or click would lose. Its own Cancel button need not ask. */
export function useAskFirst(onClose: () => void, { isEntered, zIndex }: AskFirstOptions = {}): AskFirst {
  const { t } = useTranslation()
  const [isTyped, setTyped] = useState(false)
  const [isAsking, setAsking] = useState(false)
  return {
    close: () => ((isEntered ?? isTyped) ? setAsking(true) : onClose()),
    isAsking,
    onInput: ({ target }) => isTyping(target) && setTyped(true),
    question: (
      <ConfirmDialog
        opened={isAsking}
        title={t('formPanel.leaveTitle')}
        text={t('formPanel.leaveText')}
        confirm={t('formPanel.leave')}
        cancel={t('formPanel.stay')}
        onConfirm={onClose}
        onCancel={() => setAsking(false)}
        zIndex={zIndex}
      />
    ),
  }
}
