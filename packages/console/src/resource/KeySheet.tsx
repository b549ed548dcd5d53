import { Kbd, Modal } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ConsoleKeys } from '../shell/ConsoleKeys.tsx'
import keyClasses from '../shell/keys.module.css'
import './dialog-text.ts'
import classes from './list.module.css'

interface KeySheetProps {
  onClose: () => void
  title: string
  canCreate: boolean
}

const keys = [
  ['J K ↓ ↑', 'move'],
  ['Enter', 'open'],
  ['E', 'edit'],
  ['→ ←', 'cells'],
  ['F2', 'cell'],
  ['Z', 'undo'],
  ['X', 'select'],
  ['Shift ↓ ↑', 'range'],
  ['/', 'search'],
  ['F', 'filter'],
  ['V', 'views'],
  ['N', 'new'],
  ['?', 'sheet'],
  ['Shift Enter', 'sortAlso'],
  ['← →', 'width'],
  ['Esc', 'leave'],
] as const

/** The keys of a list and of the console, for those who asked with `?`. */
export default function KeySheet({ onClose, title, canCreate }: KeySheetProps) {
  const { t } = useTranslation()
  const offered = keys.filter(([, name]) => name !== 'new' || canCreate)
  return (
    <Modal opened onClose={onClose} size="lg" title={title} closeButtonProps={{ 'aria-label': t('keys.close') }}>
      <h3 className={keyClasses.heading}>{t('consoleKeys.here')}</h3>
      <dl className={classes.keys}>
        {offered.map(([key, name]) => (
          <div key={name}>
            <dt>
              {key.split(' ').map((part) => (
                <Kbd key={part}>{part}</Kbd>
              ))}
            </dt>
            <dd>{t(`keys.${name}`)}</dd>
          </div>
        ))}
      </dl>
      <ConsoleKeys without={keys.map(([key]) => key)} />
    </Modal>
  )
}
