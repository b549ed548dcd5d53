import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { untilReached } from '../session/reach.ts'
import Shell from '../shell/Shell.tsx'
import { getShownPath } from './follow-routes.ts'
import { guard } from './guard.ts'
import { root } from './root-route.ts'
import { registeredRoutes } from './routes.ts'

const main = createRoute({
  getParentRoute: () => root,
  id: 'main',
  // Without the server another page would only take the place of what one can still read.
  beforeLoad: async ({ location }) => {
    if (location.pathname !== getShownPath()) await untilReached()
  },
  component: Shell,
})

const success = createRoute({
  getParentRoute: () => main,
  path: '/success',
  staticData: { titleKey: 'success.route' },
  beforeLoad: ({ location }) => guard(location.href, ''),
  component: lazyRouteComponent(() => import('../screens/success/SuccessScreen.tsx')),
})

const profile = createRoute({
  getParentRoute: () => main,
  path: '/profile',
  staticData: { titleKey: 'nav.profile' },
  beforeLoad: ({ location }) => guard(location.href, ''),
  component: lazyRouteComponent(() => import('../screens/profile/ProfileScreen.tsx')),
})

const exportsPage = createRoute({
  getParentRoute: () => main,
  path: '/exports',
  staticData: { titleKey: 'exports.route' },
  beforeLoad: ({ location }) => guard(location.href, ''),
  component: lazyRouteComponent(() => import('../transfer/ExportsScreen.tsx')),
})

const loadNotice = createRoute({
  getParentRoute: () => main,
  path: '/load-notice/$id',
  staticData: { titleKey: 'loadNotice.route' },
  beforeLoad: ({ location }) => guard(location.href, 'inboxItemAccess'),
  component: lazyRouteComponent(() => import('../screens/load/LoadNoticeScreen.tsx')),
})

const loadDocument = createRoute({
  getParentRoute: () => main,
  path: '/load-document/$id',
  staticData: { titleKey: 'loadDocument.route' },
  beforeLoad: ({ location }) => guard(location.href, 'documentAccess'),
  component: lazyRouteComponent(() => import('../screens/load/LoadDocumentScreen.tsx')),
})

const loadDms = createRoute({
  getParentRoute: () => main,
  path: '/load-dms/$id',
  staticData: { titleKey: 'loadDms.route' },
  beforeLoad: ({ location }) => guard(location.href, 'documentAccess'),
  component: lazyRouteComponent(() => import('../screens/load/LoadDmsScreen.tsx')),
})

const unknown = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: '/dashboard', replace: true })
  },
})

/** The routes behind the log-in, each with its guard. */
export const mainRoutes = [
  main.addChildren([success, profile, exportsPage, loadNotice, loadDocument, loadDms, ...registeredRoutes(main)]),
  unknown,
]
