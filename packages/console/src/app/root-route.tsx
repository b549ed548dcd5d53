import { MantineProvider } from '@mantine/core'
import { createRootRoute, Outlet, useMatches } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { pageLabel } from '../i18n/labels.ts'
import { lazy } from '../ui/lazy.ts'
import { useNotices } from '../ui/notices.ts'
import { prefetch } from '../ui/prefetch.ts'
import { useLook } from '../ui/theme/look.ts'
import { mantineTheme } from '../ui/theme/mantine-theme.ts'
import { CrashPage } from './CrashPage.tsx'

/** Above every page, behind the login or not. */
export const root = createRootRoute({ component: RootLayout, errorComponent: CrashPage })

/** Wraps every page: theme, server state, messages, and the page's title. */
function RootLayout() {
  const look = useLook()
  useTitle()
  return (
    <MantineProvider
      theme={mantineTheme}
      forceColorScheme={look.isDark ? 'dark' : 'light'}
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <Outlet />
      <Notices />
    </MantineProvider>
  )
}

const NoticeArea = lazy(() => import('../ui/NoticeArea.tsx').then((module) => ({ default: module.NoticeArea })))

/** Loaded with the first page behind the login; the login page loads it with its first message or once it is idle. */
function Notices() {
  const [isIdle, setIsIdle] = useState(false)
  const isNeeded = useNotices().length > 0
  useEffect(() => prefetch(async () => setIsIdle(true), 'button'), [])
  if (!isIdle && !isNeeded) return null
  return (
    <Suspense>
      <NoticeArea />
    </Suspense>
  )
}

/** Sets the title to the route's, followed by the product's name; just the product's name if the route has none. */
function useTitle(): void {
  const { t } = useTranslation()
  const data = useMatches({ select: (matches) => matches.map((match) => match.staticData) })
  const last = data.findLast(({ titleKey, resource }) => titleKey || resource)
  const title = last && pageLabel(last)
  useEffect(() => {
    document.title = title ? `${title} · ${t('product')}` : t('product')
  }, [title, t])
}
