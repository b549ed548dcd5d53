import { type AnyRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { LoginScreen } from '../screens/login/LoginScreen.tsx'
import { getSession } from '../session/session-store.ts'
import { AuthLayout } from '../shell/AuthLayout.tsx'
import { CrashPage } from './CrashPage.tsx'
import { followRoutes } from './follow-routes.ts'
import { safeTarget } from './guard.ts'
import { root } from './root-route.ts'
import { parseSearch, stringifySearch } from './search-params.ts'

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
  beforeLoad: async ({ search }) => {
    if (!getSession()) return
    await openMain()
    throw redirect({ href: safeTarget(textOf(search, 'from')), replace: true })
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

/** Everything that is not public stands behind the log-in: its routes are added and asked once more. */
const behind = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: async ({ location }) => {
    await openMain()
    throw redirect({ href: location.href, replace: true })
  },
})

/** Opened from a mail by whoever holds the link; what it shows the server decides. */
const publicDocument = createRoute({
  getParentRoute: () => root,
  path: '/public-document/$token',
  staticData: { titleKey: 'route.publicDocument' },
  component: lazyRouteComponent(() => import('../screens/public-document/PublicDocumentScreen.tsx')),
})

const publicRoutes: AnyRoute[] = [home, auth.addChildren([login, forgot, reset]), publicDocument]

const publicTree: AnyRoute = root.addChildren([...publicRoutes, behind])

export const router = createRouter({
  routeTree: publicTree,
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  scrollRestoration: true,
  // What scrolls would else be at the new place where it was at the old one, the way back apart.
  scrollToTopSelectors: ['[data-scroll-restoration-id="table"]'],
  defaultErrorComponent: CrashPage,
})
followRoutes(router)

let loading: ReturnType<typeof importMain> | undefined

function importMain() {
  return Promise.all([import('./main-routes.ts'), import('./follow-pages.ts')])
}

/**
 * Fetches what is behind the log-in. It is not put into the router yet: new routes draw the page anew, and what somebody
 * is about to press on the log-in page would be another button by the time it is let go.
 */
export function loadMain(): ReturnType<typeof importMain> {
  loading ??= importMain()
  // What could not be loaded once, ahead of the log-in perhaps, is asked for again by whoever needs it.
  loading.catch(() => {
    loading = undefined
  })
  return loading
}

let isOpen = false

/**
 * Adds the routes behind the log-in. They know every resource's definition, of which the log-in page has no use:
 * it is to stand there first.
 */
async function openMain(): Promise<void> {
  const [{ mainRoutes }, { followPages }] = await loadMain()
  if (isOpen) return
  isOpen = true
  // The root is the same, so that giving it to `router.update` would be no news.
  root.addChildren([...publicRoutes, ...mainRoutes])
  router.setRoutes(router.buildRouteTree())
  followPages(router)
}

function textOf(search: unknown, name: string): string | undefined {
  const value = (search as Record<string, unknown>)[name]
  return typeof value === 'string' ? value : undefined
}
