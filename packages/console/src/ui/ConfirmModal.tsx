import { Button, Modal } from '@mantine/core'
import classes from './ConfirmModal.module.css'
import { useOpenAfterMount } from './use-open-after-mount.ts'

export interface ConfirmDialogProps {
  opened: boolean
  title: string
  text: string
  /** The verb of the action. */
  confirm: string
  cancel: string
  isBusy?: boolean
  zIndex?: number | undefined
  onConfirm: () => void
  onCancel: () => void
}

/** Shows what `ConfirmDialog` asks, in a module of its own: few visits need a dialog's code. */
export default function ConfirmModal({ opened, onConfirm, onCancel, zIndex = 320, ...shown }: ConfirmDialogProps) {
  const { title, text, confirm, cancel, isBusy } = shown
  const isOpen = useOpenAfterMount(opened)
  return (
    <Modal opened={isOpen} onClose={onCancel} title={title} withCloseButton={false} zIndex={zIndex}>
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
