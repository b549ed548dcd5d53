import { useTranslation } from 'react-i18next'
import { useSession } from '../session/session-store.ts'
import { LatePopup } from '../ui/LatePopup.tsx'
import { initialsOf } from './initials.ts'
import classes from './Toolbar.module.css'

const loadList = () => import('./UserList.tsx')

/** Who is signed in, how the console looks to them, and the way out. */
export function UserMenu() {
  const { t } = useTranslation()
  const session = useSession()
  if (!session) return null
  const { fullName } = session.user
  return (
    <LatePopup
      kind="menu"
      load={loadList}
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
