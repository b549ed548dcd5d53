import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import Shell from '../shell/Shell.tsx'
import { firstPage, guard } from './guard.ts'
import { root } from './root-route.ts'
import { registeredRoutes } from './routes.ts'

const main = createRoute({
  getParentRoute: () => root,
  id: 'main',
  component: Shell,
})

const dashboard = createRoute({
  getParentRoute: () => main,
  path: '/dashboard',
  beforeLoad: ({ location }) => {
    guard(location.href, 'dashboardAccess')
    throw redirect({ to: firstPage(), replace: true })
  },
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
  beforeLoad: ({ location, params }) => {
    guard(location.href, 'inboxItemAccess')
    throw redirect({ to: `/inbox-items/id/${params.id}`, replace: true })
  },
})

const loadDocument = createRoute({
  getParentRoute: () => main,
  path: '/load-document/$id',
  staticData: { titleKey: 'loadDocument.route' },
  beforeLoad: ({ location }) => guard(location.href, 'documentAccess'),
  component: lazyRouteComponent(() => import('../screens/load/LoadDocumentScreen.tsx')),
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
  main.addChildren([dashboard, success, profile, exportsPage, loadNotice, loadDocument, ...registeredRoutes(main)]),
  unknown,
]
