import { Modal, type ModalProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useAskFirst } from './use-ask-first.tsx'
import { useStayHere } from './use-stay-here.ts'

interface SteadyModalProps extends Pick<ModalProps, 'title' | 'size' | 'children'> {
  /** Whether only a button of its content closes it, since a secret is being made or shown, once. */
  isHeld: boolean
  /** Whether something was entered, so that closing it by a key or beside it asks first. */
  isEntered?: boolean
  onClose: () => void
}

/** A dialog around a secret that is shown once: from the moment it is made, no stray key or click loses it. */
export function SteadyModal({ isHeld, isEntered = false, onClose, ...shown }: SteadyModalProps) {
  const { t } = useTranslation()
  useStayHere(isHeld)
  const { close, isAsking, question } = useAskFirst(isEntered, onClose)
  return (
    <>
      <Modal
        {...shown}
        opened
        onClose={close}
        zIndex={320}
        withCloseButton={!isHeld}
        closeOnClickOutside={!isHeld}
        closeOnEscape={!isHeld && !isAsking}
        closeButtonProps={{ 'aria-label': t('steady.close') }}
      />
      {question}
    </>
  )
}
