import { Modal, type ModalProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useStayHere } from './use-stay-here.ts'

interface SteadyModalProps extends Pick<ModalProps, 'title' | 'size' | 'children'> {
  /** Whether only a button of its content closes it, since a secret is being made or shown, once. */
  isHeld: boolean
  onClose: () => void
}

/** A dialog around a secret that is shown once: from the moment it is made, no stray key or click loses it. */
export function SteadyModal({ isHeld, onClose, ...shown }: SteadyModalProps) {
  const { t } = useTranslation()
  useStayHere(isHeld)
  return (
    <Modal
      {...shown}
      opened
      onClose={onClose}
      zIndex={320}
      withCloseButton={!isHeld}
      closeOnClickOutside={!isHeld}
      closeOnEscape={!isHeld}
      closeButtonProps={{ 'aria-label': t('steady.close') }}
    />
  )
}
