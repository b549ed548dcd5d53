import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { LoginScreen } from '../screens/login/LoginScreen.tsx'
import { getSession } from '../session/session-store.ts'
import { AuthLayout } from '../shell/AuthLayout.tsx'
import { CrashPage } from './CrashPage.tsx'
import { firstPage, guard, safeTarget } from './guard.ts'
import { RootLayout } from './RootLayout.tsx'
import { registeredRoutes } from './routes.ts'
import { parseSearch, stringifySearch } from './search-params.ts'

const root = createRootRoute({ component: RootLayout, errorComponent: CrashPage })

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: ({ search }) => {
    throw redirect({ to: '/login', search: { from: textOf(search, 'from') }, replace: true })
  },
})

const auth = createRoute({ getParentRoute: () => root, id: 'auth', component: AuthLayout })

const login = createRoute({
  getParentRoute: () => auth,
  path: '/login',
  staticData: { titleKey: 'route.login' },
  beforeLoad: ({ search }) => {
    if (getSession()) throw redirect({ href: safeTarget(textOf(search, 'from')), replace: true })
  },
  component: LoginScreen,
})

const forgot = createRoute({
  getParentRoute: () => auth,
  path: '/password-forgot',
  staticData: { titleKey: 'route.forgot' },
  component: lazyRouteComponent(() => import('../screens/login/ForgotScreen.tsx')),
})

const reset = createRoute({
  getParentRoute: () => auth,
  path: '/password-reset',
  staticData: { titleKey: 'route.reset' },
  component: lazyRouteComponent(() => import('../screens/login/ResetScreen.tsx')),
})

const main = createRoute({
  getParentRoute: () => root,
  id: 'main',
  component: lazyRouteComponent(() => import('../shell/Shell.tsx')),
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

export const router = createRouter({
  routeTree: root.addChildren([
    home,
    auth.addChildren([login, forgot, reset]),
    main.addChildren([dashboard, success, profile, loadNotice, loadDocument, ...registeredRoutes(main)]),
    unknown,
  ]),
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  scrollRestoration: true,
  defaultErrorComponent: CrashPage,
})

function textOf(search: unknown, name: string): string | undefined {
  const value = (search as Record<string, unknown>)[name]
  return typeof value === 'string' ? value : undefined
}
