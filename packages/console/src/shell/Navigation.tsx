import { type Icon, IconLogout } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { type ComponentType, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { pageLabel } from '../i18n/labels.ts'
import { lazy } from '../ui/lazy.ts'
import { whenIdle } from '../ui/when-idle.ts'
import classes from './Navigation.module.css'
import { type NavLink, profileLink, settingsLink, useDailyEntries, useIsUnderSettings } from './nav-plan.ts'
import { useLogOut } from './use-log-out.ts'

// Below the daily entries, and not needed to start: it has to ask the server.
const ViewLinks = lazy(() => import('./ViewLinks.tsx'))

/** Shows the pages of daily work the role can open, the views the user saved, and below them the settings. */
export function Navigation() {
  const { t } = useTranslation()
  const root = useCurrentInView()
  const daily = useDailyEntries()
  const isUnderSettings = useIsUnderSettings()
  const logOut = useLogOut()
  return (
    <nav ref={root} className={classes.nav} aria-label={t('shell.navigation')}>
      <ul>
        {daily.map((entry) => (
          <Entry key={entry.route} link={entry} badge={entry.badge} />
        ))}
      </ul>
      <LateViews />
      <ul className={classes.end}>
        <Entry link={settingsLink} isCurrent={isUnderSettings} />
        <Entry link={profileLink} />
        <li>
          <button type="button" className={classes.entry} onClick={() => void logOut()}>
            <IconLogout size={18} stroke={1.6} aria-hidden />
            <span>{t('nav.logOut')}</span>
          </button>
        </li>
      </ul>
    </nav>
  )
}

interface EntryProps {
  link: NavLink & { icon: Icon }
  badge?: ComponentType
  /** Whether a page below this one is shown; its own is recognized by the address. */
  isCurrent?: boolean
}

function Entry({ link, badge: Badge, isCurrent }: EntryProps) {
  useTranslation()
  const { icon: EntryIcon, route } = link
  return (
    <li>
      <Link
        to={route}
        className={classes.entry}
        activeOptions={{ exact: false, includeSearch: false }}
        aria-current={isCurrent ? 'true' : undefined}
      >
        <EntryIcon size={18} stroke={1.6} aria-hidden />
        <span>{pageLabel(link)}</span>
        {Badge && (
          <Suspense>
            <Badge />
          </Suspense>
        )}
      </Link>
    </li>
  )
}

function LateViews() {
  const [isIdle, setIsIdle] = useState(false)
  useEffect(() => whenIdle(() => setIsIdle(true)), [])
  if (!isIdle) return null
  return (
    <Suspense>
      <ViewLinks />
    </Suspense>
  )
}

/** Scrolls the current entry into view in a window too low for all of them. */
function useCurrentInView() {
  const root = useRef<HTMLElement>(null)
  const last = useRef<Element>(null)
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is another entry
  useEffect(() => {
    const current = root.current?.querySelector('[aria-current]')
    // Measuring lays out the whole page: not for each item opened below the same entry.
    if (!root.current || !current || current === last.current) return
    last.current = current
    // Not `scrollIntoView`, after which Tab would start from here instead of at the top of the page.
    const [frame, entry] = [root.current.getBoundingClientRect(), current.getBoundingClientRect()]
    if (entry.bottom > frame.bottom) root.current.scrollTop += entry.bottom - frame.bottom
    else if (entry.top < frame.top) root.current.scrollTop -= frame.top - entry.top
  }, [pathname])
  return root
}
