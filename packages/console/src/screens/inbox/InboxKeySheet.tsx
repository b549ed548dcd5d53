import { Modal } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFocusBack } from '../../ui/use-focus-back.ts'
import '../../resource/dialog-text.ts'
import { KeyLines } from '../../ui/KeyLines.tsx'
import type { KeyLine } from '../../ui/overlays.ts'

const keys: readonly KeyLine[] = [
  ['J K ↓ ↑', 'inbox.keys.move'],
  ['Enter', 'inbox.keys.open'],
  ['F', 'inbox.keys.fix'],
  ['E', 'inbox.keys.archive'],
  ['R', 'inbox.keys.requeue'],
  ['M', 'inbox.keys.manual'],
  ['C', 'inbox.keys.cancel'],
  ['X', 'inbox.keys.select'],
  ['Shift J K', 'inbox.keys.range'],
  ['/', 'inbox.keys.search'],
  ['?', 'inbox.keys.sheet'],
  ['Esc', 'inbox.keys.leave'],
]

/** Shows the inbox's keyboard shortcuts, opened with `?`. */
export default function InboxKeySheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  useFocusBack()
  return (
    <Modal opened onClose={onClose} title={t('inbox.keys.title')} closeButtonProps={{ 'aria-label': t('keys.close') }}>
      <KeyLines lines={keys} />
    </Modal>
  )
}
