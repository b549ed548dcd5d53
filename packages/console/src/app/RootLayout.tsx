import { MantineProvider } from '@mantine/core'
import { Outlet, useMatches } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { pageLabel } from '../shell/nav-label.ts'
import { useNotices } from '../ui/notices.ts'
import { useLook } from '../ui/theme/look.ts'
import { mantineTheme } from '../ui/theme/mantine-theme.ts'
import { whenIdle } from '../ui/when-idle.ts'

/** What stands around every page: theme, server answers, notices, the page's title. */
export function RootLayout() {
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

/** The log-in page stands without what shows notices; it comes before there are any, or with the first. */
function Notices() {
  const [isIdle, setIsIdle] = useState(false)
  const isNeeded = useNotices().length > 0
  useEffect(() => whenIdle(() => setIsIdle(true)), [])
  if (!isIdle && !isNeeded) return null
  return (
    <Suspense>
      <NoticeArea />
    </Suspense>
  )
}

/** The route's title before the product's name; the product's name alone where the route has none. */
function useTitle(): void {
  const { t } = useTranslation()
  const data = useMatches({ select: (matches) => matches.map((match) => match.staticData) })
  const last = data.findLast(({ titleKey, resource }) => titleKey || resource)
  const title = last && pageLabel(last)
  useEffect(() => {
    document.title = title ? `${title} · ${t('product')}` : t('product')
  }, [title, t])
}
