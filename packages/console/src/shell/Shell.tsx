import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { Outlet, useLocation } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import '../i18n/main-texts.ts'
import { langOfUntranslated } from '../i18n/language.ts'
import '../resource/entity-words.ts'
import '../ui/theme/main-styles.ts'
import { identify } from '../session/analytics.ts'
import { loadFirm } from '../session/firm.ts'
import { startLive } from '../session/live.ts'
import { queryClient } from '../session/query-client.ts'
import { getSession, useSession, viewedRoleId } from '../session/session-store.ts'
import { reloadRole } from '../session/sign-in.ts'
import { useWatchedExports } from '../transfer/watched-exports.ts'
import { InSlices } from '../ui/InSlices.tsx'
import { LoadingPage } from '../ui/Loading.tsx'
import { useLocale } from '../ui/locale.ts'
import { usePreference } from '../ui/preferences.ts'
import { Navigation } from './Navigation.tsx'
import { Overlays } from './Overlays.tsx'
import { ReachBanner } from './ReachBanner.tsx'
import classes from './Shell.module.css'
import { Toolbar } from './Toolbar.tsx'

// Only narrow screens need it.
const NarrowNavigation = lazy(() => import('./NarrowNavigation.tsx'))
const ExportTray = lazy(() => import('../transfer/ExportTray.tsx'))
// Few people ever look as another role.
const ViewBanner = lazy(() => import('./ViewBanner.tsx'))

/** What stands around every page behind the log-in: the firm, the navigation, the toolbar. */
export default function Shell() {
  return (
    <QueryClientProvider client={queryClient}>
      <InSlices>
        <Rooms />
      </InSlices>
    </QueryClientProvider>
  )
}

function Rooms() {
  const { t } = useTranslation()
  const isReady = useSessionData()
  const navigation = useNavigationDrawer()
  // It stays once it was there, so that it can close before one's eyes.
  const wasOver = useRef(false)
  wasOver.current ||= navigation.isOver
  const hasExports = useWatchedExports().length > 0
  const contentLanguage = useContentLanguage()
  const session = useSession()
  if (!session) return null
  return (
    <div
      className={classes.shell}
      data-drawer={navigation.isBeside || undefined}
      data-viewing={session.ownRole ? true : undefined}
    >
      <a className={classes.skip} href="#content">
        {t('shell.skip')}
      </a>
      <Toolbar isBeside={navigation.isBeside} isOpen={navigation.isOpen} onToggle={navigation.toggle} />
      <div className={classes.banner}>
        <ReachBanner />
        {session.ownRole && (
          <Suspense>
            <ViewBanner />
          </Suspense>
        )}
      </div>
      {navigation.isBeside && (
        <div className={classes.drawer}>
          <InSlices>
            <Navigation />
          </InSlices>
        </div>
      )}
      <main id="content" className={classes.content} tabIndex={-1} lang={contentLanguage}>
        {isReady ? (
          <InSlices waiting={<LoadingPage />}>
            <Outlet />
          </InSlices>
        ) : (
          <LoadingPage />
        )}
      </main>
      <Overlays />
      {wasOver.current && (
        <Suspense>
          <NarrowNavigation isOpen={navigation.isOver} onClose={navigation.close} />
        </Suspense>
      )}
      {hasExports && (
        <Suspense>
          <ExportTray />
        </Suspense>
      )}
    </div>
  )
}

/** Loads the firm and the role as they are now, and listens to changes, as long as somebody is signed in. */
function useSessionData(): boolean {
  const session = useSession()
  const userId = session?.user.id
  const viewed = viewedRoleId(session)
  const enabled = userId !== undefined
  const firm = useQuery({ queryKey: ['firm', 'session', userId], queryFn: ({ signal }) => loadFirm(signal), enabled })
  useQuery({
    queryKey: ['user_security_role', 'session', userId],
    queryFn: () => reloadRole().then(() => true),
    enabled,
  })
  // What is told is what the role may see, also one that is only looked as.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another role is told of other changes
  useEffect(() => (userId ? startLive(queryClient) : undefined), [userId, viewed])
  const firmName = firm.data?.name
  useEffect(() => {
    const user = getSession()?.user
    if (user && user.id === userId && firmName) identify({ ...user, firmName })
  }, [userId, firmName])
  // A firm that cannot be loaded must not keep people from their inbox: the browser remembers its name.
  return !firm.isPending
}

/** Screens that are not translated say that they are not, so that they are read aloud as what they are. */
function useContentLanguage(): string | undefined {
  const locale = useLocale()
  const { pathname } = useLocation()
  return pathname === '/success' ? undefined : langOfUntranslated(locale)
}

/** Beside the page where there is room, remembered; over it on narrow screens, closed by going somewhere. */
function useNavigationDrawer() {
  const isWide = useMediaQuery('(min-width: 1000px)', true, { getInitialValueInEffect: false })
  const [isKeptOpen, setKeptOpen] = usePreference('drawer', true)
  const [isOverOpen, over] = useDisclosure(false)
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page closes it
  useEffect(() => over.close(), [pathname])
  const isBeside = isWide && isKeptOpen
  const isOver = !isWide && isOverOpen
  const toggle = isWide ? () => setKeptOpen(!isKeptOpen) : over.toggle
  return { isBeside, isOver, isOpen: isBeside || isOver, toggle, close: over.close }
}
