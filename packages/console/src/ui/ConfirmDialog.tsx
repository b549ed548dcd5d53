import type { ConfirmDialogProps } from './ConfirmModal.tsx'
import { useLate } from './use-late.ts'

const load = () => import('./ConfirmModal.tsx')

/** Whatever leads to a question: it is loaded before the connection may be lost, such as for leaving a changed form. */
const near = 'main :is(button, input, textarea)'

/** Asks for confirmation. The harmless answer has focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { Late: Modal } = useLate(load, props.opened, { near })
  return Modal && <Modal {...props} />
}
