import { ActionIcon } from '@mantine/core'
import { IconLayoutSidebarLeftCollapse, IconMailOpened, IconMenu2 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useDemo } from '../session/demo.ts'
import { FirmMark } from './FirmMark.tsx'
import classes from './Toolbar.module.css'
import { UserMenu } from './UserMenu.tsx'

interface ToolbarProps {
  /** The drawer stands below; the firm's mark then takes its width. */
  isBeside: boolean
  isOpen: boolean
  onToggle: () => void
}

export function Toolbar({ isBeside, isOpen, onToggle }: ToolbarProps) {
  const { t } = useTranslation()
  return (
    <header className={classes.bar}>
      {isBeside && (
        <div className={classes.brand}>
          <FirmMark />
        </div>
      )}
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-expanded={isOpen}
        aria-label={t('shell.menu')}
        onClick={onToggle}
      >
        {isOpen ? <IconLayoutSidebarLeftCollapse size={20} stroke={1.6} /> : <IconMenu2 size={20} stroke={1.6} />}
      </ActionIcon>
      {!isBeside && <FirmMark />}
      <div className={classes.end}>
        <DemoMailbox />
        <UserMenu />
      </div>
    </header>
  )
}

function DemoMailbox() {
  const { t } = useTranslation()
  const address = useDemo()?.mailbox_url
  if (!address) return null
  return (
    <a className={classes.link} href={address} target="_blank" rel="noopener">
      <IconMailOpened size={18} stroke={1.6} aria-hidden />
      <span>{t('demo.mailbox')}</span>
    </a>
  )
}
