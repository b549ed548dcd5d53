import { ActionIcon } from '@mantine/core'
import { IconLayoutSidebarLeftCollapse, IconMailOpened, IconMenu2, IconSearch } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useDemo } from '../session/demo.ts'
import { useSession } from '../session/session-store.ts'
import { LatePopup } from '../ui/LatePopup.tsx'
import { openOverlay } from '../ui/overlays.ts'
import { FirmMark } from './FirmMark.tsx'
import { paletteKey } from './go-keys.ts'
import { initialsOf } from './initials.ts'
import classes from './Toolbar.module.css'

const loadUserList = () => import('./UserList.tsx')

interface ToolbarProps {
  /** With the drawer below it, the firm's mark takes the drawer's width. */
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
        data-opens="palette"
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

/** Shows who is signed in, the settings of appearance, and the logout. */
function UserMenu() {
  const { t } = useTranslation()
  const session = useSession()
  if (!session) return null
  const { fullName } = session.user
  return (
    <LatePopup
      kind="menu"
      load={loadUserList}
      props={{ session }}
      target={(target) => (
        <button
          {...target}
          type="button"
          className={classes.avatar}
          aria-label={t('user.menu', { initials: initialsOf(fullName), name: fullName })}
        >
          {initialsOf(fullName)}
        </button>
      )}
    />
  )
}
