import { Modal } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ConsoleKeys } from './ConsoleKeys.tsx'
import './keys-text.ts'

/** The keys of the console, on a page that has no table with keys of its own. */
export default function KeysDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t('consoleKeys.title')}
      closeButtonProps={{ 'aria-label': t('consoleKeys.close') }}
    >
      <ConsoleKeys />
    </Modal>
  )
}
