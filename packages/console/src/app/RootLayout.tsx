import { MantineProvider } from '@mantine/core'
import { Outlet, useMatches } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { resourceLabel } from '../resource/labels.ts'
import { useFirm } from '../session/firm.ts'
import { NoticeArea } from '../ui/NoticeArea.tsx'
import { applyColours } from '../ui/theme/apply-colours.ts'
import { useLook } from '../ui/theme/look.ts'
import { mantineTheme } from '../ui/theme/mantine-theme.ts'

/** What stands around every page: theme, server answers, notices, the page's title. */
export function RootLayout() {
  const look = useLook()
  const { primaryColor } = useFirm()
  useTitle()
  useEffect(() => applyColours(primaryColor, look.isAccessible), [primaryColor, look.isAccessible])
  return (
    <MantineProvider
      theme={mantineTheme}
      forceColorScheme={look.isDark ? 'dark' : 'light'}
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <Outlet />
      <NoticeArea />
    </MantineProvider>
  )
}

/** The route's title before the product's name; the product's name alone where the route has none. */
function useTitle(): void {
  const { t } = useTranslation()
  const data = useMatches({ select: (matches) => matches.map((match) => match.staticData) })
  const last = data.findLast(({ titleKey, resource }) => titleKey || resource)
  const title = last?.resource ? resourceLabel(last.resource, 'many') : last?.titleKey ? t(last.titleKey) : undefined
  useEffect(() => {
    document.title = title ? `${title} · ${t('product')}` : t('product')
  }, [title, t])
}
