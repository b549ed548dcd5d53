import { Button, Group, Modal } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useOpenAfterMount } from '../../ui/use-open-after-mount.ts'
import type { ItemActing } from './use-item-actions.ts'

interface CancelQuestionProps {
  /** The item to be canceled; undefined when the dialog is closed. */
  id?: string
  acting: ItemActing
  onClose: () => void
}

/** Asks before canceling a notice: after that, no one is notified of it. */
export default function CancelQuestion({ id, acting, onClose }: CancelQuestionProps) {
  const { t } = useTranslation()
  const isOpen = useOpenAfterMount(id !== undefined)
  const cancel = () => {
    if (id) acting.act({ id, action: 'cancel' })
    onClose()
  }
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={<strong>{t('inbox.action.confirm.title')}</strong>}
      closeButtonProps={{ 'aria-label': t('inbox.action.confirm.keep') }}
      zIndex={400}
    >
      <p>{t('inbox.action.confirm.text')}</p>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" data-autofocus onClick={onClose}>
          {t('inbox.action.confirm.keep')}
        </Button>
        <Button color="red" onClick={cancel}>
          {t('inbox.action.cancel')}
        </Button>
      </Group>
    </Modal>
  )
}
