import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { Outlet, useLocation } from '@tanstack/react-router'
import { Suspense, useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { lazy } from '../ui/lazy.ts'
import '../i18n/main-texts.ts'
import '../resource/entity-words.ts'
// A message that the connection is gone can't be loaded once it is.
import '../ui/NoticeArea.tsx'
import '../ui/theme/main-styles.ts'
import { useWatchedExports } from '../resource/transfer/watched-exports.ts'
import { identify } from '../session/analytics.ts'
import { loadFirmFor } from '../session/firm.ts'
import { startLive } from '../session/live.ts'
import { queryClient } from '../session/query-client.ts'
import { getSession, useSession, viewedRoleId } from '../session/session-store.ts'
import { reloadRole } from '../session/sign-in.ts'
import { InSlices } from '../ui/InSlices.tsx'
import { LoadingPage } from '../ui/Loading.tsx'
import { type Crumb, PagesAbove } from '../ui/pages-above.ts'
import { usePreference } from '../ui/preferences.ts'
import { useReach } from '../ui/reach.ts'
import { Navigation } from './Navigation.tsx'
import { settingsLink, useIsUnderSettings } from './nav-plan.ts'
import { Overlays } from './Overlays.tsx'
import classes from './Shell.module.css'
import { SkipLink } from './SkipLink.tsx'
import { Toolbar } from './Toolbar.tsx'

// Needed on narrow screens only.
const NarrowNavigation = lazy(() => import('./NarrowNavigation.tsx'))
const ExportTray = lazy(() => import('../resource/transfer/ExportTray.tsx'))
// Few people ever view as another role, so it is loaded on demand.
const ViewBanner = lazy(() => import('./ViewBanner.tsx'))

/** Frames every page behind the login: the firm, the navigation, the toolbar. */
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
  const isReady = useSessionData()
  const navigation = useNavigationDrawer()
  // It stays mounted once opened, so that it can animate its closing.
  const wasOver = useRef(false)
  wasOver.current ||= navigation.isOver
  const hasExports = useWatchedExports().length > 0
  const pagesAbove = useSettingsCrumb()
  const session = useSession()
  if (!session) return null
  return (
    <div
      className={classes.shell}
      data-drawer={navigation.isBeside || undefined}
      data-viewing={session.ownRole ? true : undefined}
    >
      <SkipLink />
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
      <main id="content" className={classes.content} tabIndex={-1}>
        <PagesAbove value={pagesAbove}>
          {isReady ? (
            <InSlices waiting={<LoadingPage />}>
              <Outlet />
            </InSlices>
          ) : (
            <LoadingPage />
          )}
        </PagesAbove>
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

/**
 * Shows on every page when the server doesn't respond, or only slowly. Loaded in advance, since it couldn't be loaded
 * without a server.
 */
function ReachBanner() {
  const { t } = useTranslation()
  const reach = useReach()
  return (
    <div role="status" className={classes.reach} data-reach={reach}>
      {reach === 'offline' && (
        <p>
          <IconPlugConnectedX size={18} stroke={1.6} aria-hidden />
          <span>
            <b>{t('bar.offline')}</b> {t('bar.offlineText')}
          </span>
        </p>
      )}
      {reach === 'slow' && <p>{t('bar.slow')}</p>}
    </div>
  )
}

/**
 * Loads the current firm and role while someone is signed in, and listens for changes. Returns whether the page can be
 * shown.
 */
function useSessionData(): boolean {
  const session = useSession()
  const userId = session?.user.id
  const viewed = viewedRoleId(session)
  const enabled = userId !== undefined
  const firm = useQuery({
    queryKey: ['firm', 'session', userId],
    queryFn: ({ signal }) => loadFirmFor(userId, signal),
    enabled,
  })
  useQuery({
    queryKey: ['user_security_role', 'session', userId],
    queryFn: () => reloadRole().then(() => true),
    enabled,
  })
  // The server reports only changes the role may see, even one only being viewed as.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another role receives other changes
  useEffect(() => (userId ? startLive(queryClient) : undefined), [userId, viewed])
  const firmName = firm.data?.name
  useEffect(() => {
    const user = getSession()?.user
    if (user && user.id === userId && firmName) identify({ ...user, firmName })
  }, [userId, firmName])
  // A firm that can't be loaded must not block access to the inbox: the browser remembers its name.
  return !firm.isPending
}

/** Returns the crumb that leads back from a page of the settings to all of them. */
function useSettingsCrumb(): readonly Crumb[] {
  const { t } = useTranslation()
  const isUnderSettings = useIsUnderSettings()
  const label = t('nav.settings')
  return useMemo(() => (isUnderSettings ? [{ to: settingsLink.route, label }] : []), [isUnderSettings, label])
}

/**
 * Manages the drawer: next to the page if there is room, which is remembered; an overlay on narrow screens, closed by
 * navigating.
 */
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
