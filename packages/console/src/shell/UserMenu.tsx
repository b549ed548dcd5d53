import { Menu } from '@mantine/core'
import { IconLogout, IconUser } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useSession } from '../session/session-store.ts'
import { signOut } from '../session/sign-in.ts'
import { setLook, useLook } from '../ui/theme/look.ts'
import { initialsOf } from './initials.ts'
import classes from './Toolbar.module.css'

/** Who is signed in, how the console looks to them, and the way out. */
export function UserMenu() {
  const { t } = useTranslation()
  const session = useSession()
  const navigate = useNavigate()
  if (!session) return null
  const { user, role } = session
  const logOut = async () => {
    // First away from the page, so that logging in again does not lead back to what somebody else was reading.
    await signOut()
    await navigate({ to: '/login', search: {}, replace: true })
  }
  return (
    <Menu position="bottom-end" width={260} withinPortal={false}>
      <Menu.Target>
        <button
          type="button"
          className={classes.avatar}
          aria-label={t('user.menu', { initials: initialsOf(user.fullName), name: user.fullName })}
        >
          {initialsOf(user.fullName)}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={classes.person}>
          <b>{user.displayName ?? user.fullName}</b>
          <span>{user.email}</span>
          <span>{role.name}</span>
        </div>
        <Menu.Divider />
        <Menu.Item component={Link} to="/profile" leftSection={<IconUser size={18} stroke={1.6} />}>
          {t('nav.profile')}
        </Menu.Item>
        <Menu.Divider />
        <LookItems />
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={18} stroke={1.6} />} onClick={() => void logOut()}>
          {t('user.logOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
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
