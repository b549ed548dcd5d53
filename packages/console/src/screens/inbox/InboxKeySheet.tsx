import { Kbd, Modal } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import '../../resource/dialog-text.ts'
import classes from '../../resource/list.module.css'

const keys = [
  ['J K ↓ ↑', 'move'],
  ['Enter', 'open'],
  ['F', 'fix'],
  ['E', 'archive'],
  ['R', 'requeue'],
  ['M', 'manual'],
  ['C', 'cancel'],
  ['X', 'select'],
  ['Shift J K', 'range'],
  ['/', 'search'],
  ['?', 'sheet'],
  ['Esc', 'leave'],
] as const

/** The keys of the inbox, for those who asked with `?`. */
export default function InboxKeySheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Modal opened onClose={onClose} title={t('inbox.keys.title')} closeButtonProps={{ 'aria-label': t('keys.close') }}>
      <dl className={classes.keys}>
        {keys.map(([key, name]) => (
          <div key={name}>
            <dt>
              {key.split(' ').map((part) => (
                <Kbd key={part}>{part}</Kbd>
              ))}
            </dt>
            <dd>{t(`inbox.keys.${name}`)}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  )
}
