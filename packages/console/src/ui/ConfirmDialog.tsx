import { Button, Modal } from '@mantine/core'
import classes from './ConfirmDialog.module.css'

interface ConfirmDialogProps {
  opened: boolean
  title: string
  text: string
  /** The verb of the action. */
  confirm: string
  cancel: string
  isBusy?: boolean
  onConfirm: () => void
  onCancel: () => void
}

/** Asks for confirmation. The harmless answer has focus. */
export function ConfirmDialog({
  opened,
  title,
  text,
  confirm,
  cancel,
  isBusy,
  onConfirm,
  onCancel,
}: ConfirmDialogProps) {
  return (
    <Modal opened={opened} onClose={onCancel} title={title} withCloseButton={false} zIndex={320}>
      <p className={classes.text}>{text}</p>
      <div className={classes.buttons}>
        <Button variant="default" data-autofocus onClick={onCancel}>
          {cancel}
        </Button>
        <Button color="red" loading={isBusy} onClick={onConfirm}>
          {confirm}
        </Button>
      </div>
    </Modal>
  )
}
