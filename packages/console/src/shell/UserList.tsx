import { routeAccess } from '@courtcrier/contract/access.ts'
import { Menu } from '@mantine/core'
import { IconKeyboard, IconLifebuoy, IconLogout, IconSparkles, IconUser } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { chooseLanguage } from '../i18n/language.ts'
import type { Session } from '../session/session-store.ts'
import type { Anchor } from '../ui/LatePopup.tsx'
import { type Locale, locales, useLocale } from '../ui/locale.ts'
import { MenuAt } from '../ui/MenuAt.tsx'
import { openOverlay } from '../ui/overlays.ts'
import { setLook, useLook } from '../ui/theme/look.ts'
import classes from './Toolbar.module.css'
import { useLogOut } from './use-log-out.ts'

/** Shows the user menu's entries. */
export default function UserList({ anchor, session: { user, role } }: { anchor: Anchor; session: Session }) {
  const { t } = useTranslation()
  const logOut = useLogOut()
  return (
    <MenuAt anchor={anchor} position="bottom-end" width={260} withinPortal={false}>
      <div className={classes.person}>
        <b>{user.displayName ?? user.fullName}</b>
        <span>{user.email}</span>
        <span>{role.name}</span>
      </div>
      <Menu.Divider />
      <Menu.Item component={Link} to="/profile" leftSection={<IconUser size={18} stroke={1.6} />}>
        {t('nav.profile')}
      </Menu.Item>
      {routeAccess('firmAccess', role) !== 'DENY' && (
        <Menu.Item component={Link} to="/totest" leftSection={<IconSparkles size={18} stroke={1.6} />}>
          {t('nav.releaseNotes')}
        </Menu.Item>
      )}
      <Menu.Divider />
      <LookItems />
      <Menu.Divider />
      <LanguageItems />
      <Menu.Divider />
      <Menu.Item leftSection={<IconKeyboard size={18} stroke={1.6} />} onClick={() => openOverlay('keys')}>
        {t('user.keys')}
      </Menu.Item>
      <Menu.Item leftSection={<IconLifebuoy size={18} stroke={1.6} />} onClick={() => openOverlay('support')}>
        {t('user.support')}
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item leftSection={<IconLogout size={18} stroke={1.6} />} onClick={() => void logOut()}>
        {t('user.logOut')}
      </Menu.Item>
    </MenuAt>
  )
}

function LanguageItems() {
  const { t } = useTranslation()
  const current = useLocale()
  return (
    <Menu.RadioGroup
      value={current}
      aria-label={t('language.label')}
      onChange={(value) => void chooseLanguage(value as Locale)}
    >
      {Object.entries(locales).map(([locale, name]) => (
        <Menu.RadioItem key={locale} value={locale} lang={locale} closeMenuOnClick={false}>
          {name}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  )
}

function LookItems() {
  const { t } = useTranslation()
  const { isDark, isAccessible } = useLook()
  return (
    <>
      <Menu.CheckboxItem checked={isDark} closeMenuOnClick={false} onChange={(value) => setLook({ isDark: value })}>
        {t('user.dark')}
      </Menu.CheckboxItem>
      <Menu.CheckboxItem
        checked={isAccessible}
        closeMenuOnClick={false}
        onChange={(value) => setLook({ isAccessible: value })}
      >
        {t('user.accessible')}
      </Menu.CheckboxItem>
    </>
  )
}
