import { ActionIcon } from '@mantine/core'
import { IconLayoutSidebarLeftCollapse, IconMailOpened, IconMenu2, IconSearch } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useDemo } from '../session/demo.ts'
import { openOverlay } from '../ui/overlays.ts'
import { FirmMark } from './FirmMark.tsx'
import { paletteKey } from './palette-key.ts'
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
      <button
        type="button"
        className={classes.find}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => openOverlay('palette')}
      >
        <IconSearch size={18} stroke={1.6} aria-hidden />
        <span>{t('bar.find')}</span>
        <kbd aria-hidden>{paletteKey}</kbd>
      </button>
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
