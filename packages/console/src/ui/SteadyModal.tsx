import { Modal, type ModalProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useAskFirst } from './use-ask-first.tsx'
import { useFocusBack } from './use-focus-back.ts'
import { useStayHere } from './use-stay-here.ts'

interface SteadyModalProps extends Pick<ModalProps, 'title' | 'size' | 'children' | 'withCloseButton'> {
  /** Whether only a button of its content closes it, since a secret is being made or shown, once. */
  isHeld?: boolean
  /** Whether something was entered, so that closing it by a key or beside it asks first; if absent, whether anything was typed. */
  isEntered?: boolean
  onClose: () => void
}

/** A dialog that loses nothing by a stray key or click: nothing that was entered, and no secret that is shown once. */
export function SteadyModal({
  isHeld = false,
  isEntered,
  withCloseButton = true,
  onClose,
  ...shown
}: SteadyModalProps) {
  const { t } = useTranslation()
  useStayHere(isHeld)
  useFocusBack()
  const { close, isAsking, question, onInput } = useAskFirst(onClose, { isEntered })
  return (
    <>
      <Modal
        {...shown}
        opened
        onClose={close}
        zIndex={320}
        onInput={onInput}
        withCloseButton={withCloseButton && !isHeld}
        closeOnClickOutside={!isHeld}
        closeOnEscape={!isHeld && !isAsking}
        closeButtonProps={{ 'aria-label': t('steady.close') }}
      />
      {question}
    </>
  )
}
