import { Modal } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { pageLabel } from '../i18n/labels.ts'
import { useFocusBack } from '../ui/use-focus-back.ts'
import '../resource/dialog-text.ts'
import { KeyLines } from '../ui/KeyLines.tsx'
import type { KeyLine, PageKeys } from '../ui/overlays.ts'
import { paletteKey, useGoKeys } from './go-keys.ts'
import classes from './KeysDialog.module.css'
import './keys-text.ts'

const consoleKeys: readonly KeyLine[] = [
  [paletteKey, 'consoleKeys.palette'],
  ['?', 'consoleKeys.sheet'],
  ['F8', 'consoleKeys.notices'],
  ['Z', 'consoleKeys.undo'],
  ['Esc', 'consoleKeys.leave'],
]

interface KeysDialogProps {
  pageKeys?: PageKeys
  onClose: () => void
}

/** Shows the keyboard shortcuts of the page, if it registered any, and those of the console it didn't override. */
export default function KeysDialog({ pageKeys, onClose }: KeysDialogProps) {
  const { t } = useTranslation()
  const goKeys = useGoKeys()
  useFocusBack()
  const told = new Set(pageKeys?.lines.map(([keys]) => keys))
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t(pageKeys?.title ?? 'consoleKeys.title')}
      closeButtonProps={{ 'aria-label': t('consoleKeys.close') }}
    >
      {pageKeys && (
        <>
          <h3 className={classes.heading}>{t('consoleKeys.here')}</h3>
          <KeyLines lines={pageKeys.lines} />
        </>
      )}
      <h3 className={classes.heading}>{t('consoleKeys.anywhere')}</h3>
      <KeyLines lines={consoleKeys.filter(([keys]) => !told.has(keys))} />
      <h3 className={classes.heading}>{t('consoleKeys.go')}</h3>
      <KeyLines
        hasColumns
        lines={goKeys.map(({ letter, entry }) => [`G ${letter.toUpperCase()}`, pageLabel(entry) ?? entry.route])}
      />
    </Modal>
  )
}
