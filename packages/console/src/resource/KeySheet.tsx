import { Kbd, Modal } from '@mantine/core'
import { useTranslation } from 'react-i18next'
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

/** The keys of a list, for those who asked with `?`. */
export default function KeySheet({ onClose, title, canCreate }: KeySheetProps) {
  const { t } = useTranslation()
  const offered = keys.filter(([, name]) => name !== 'new' || canCreate)
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t('keys.close') }}>
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
    </Modal>
  )
}
