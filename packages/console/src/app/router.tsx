import { type AnyRoute, createRoute, createRouter, redirect } from '@tanstack/react-router'
import { loadMainLanguage } from '../i18n/language.ts'
import { LoginScreen } from '../screens/login/LoginScreen.tsx'
import { getSession } from '../session/session-store.ts'
import { AuthLayout } from '../shell/AuthLayout.tsx'
import { followRoutes } from '../shell/follow-routes.ts'
import { loadWhenReached } from '../ui/lazy.ts'
import { parseSearch, stringifySearch } from '../ui/search-params.ts'
import { CrashPage } from './CrashPage.tsx'
import { safeTarget } from './guard.ts'
import { lazyRoute } from './lazy-route.ts'
import { root } from './root-route.tsx'

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
  component: lazyRoute(() => import('../screens/login/ForgotScreen.tsx')),
})

const reset = createRoute({
  getParentRoute: () => auth,
  path: '/password-reset',
  staticData: { titleKey: 'route.reset' },
  component: lazyRoute(() => import('../screens/login/ResetScreen.tsx')),
})

/** Leads here for what a role demands before, or besides, everything else. */
const factor = createRoute({
  getParentRoute: () => auth,
  path: '/second-factor',
  staticData: { titleKey: 'route.secondFactor' },
  beforeLoad: async ({ search }) => {
    const session = getSession()
    if (!session) throw redirect({ to: '/', replace: true })
    await openMain()
    if (!session.factorDue) throw redirect({ href: safeTarget(textOf(search, 'from')), replace: true })
  },
  component: lazyRoute(() => import('../screens/second-factors/AddFactorScreen.tsx')),
})

/** Where a pop-up ends in which someone signed in at another service; its sentences are those of the pages behind the login. */
function signedInRoute(path: string, titleKey: string, component: 'MailSignedIn' | 'DmsSignedIn') {
  return createRoute({
    getParentRoute: () => auth,
    path,
    staticData: { titleKey },
    beforeLoad: async () => void (await loadWhenReached(loadMain)),
    component: lazyRoute(() => import('../screens/sign-ins/SignedInScreen.tsx'), component),
  })
}
const mailSignIn = signedInRoute('/mail-sign-in', 'route.mailSignIn', 'MailSignedIn')
const dmsSignIn = signedInRoute('/dms-sign-in', 'route.dmsSignIn', 'DmsSignedIn')

/** Everything that isn't public is behind the login: its routes are added, and the address is matched again. */
const behind = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: async ({ location }) => {
    await openMain()
    throw redirect({ href: location.href, replace: true })
  },
})

/** Opened from an email by anyone who has the link; the server decides what it shows. */
const publicDocument = createRoute({
  getParentRoute: () => root,
  path: '/public-document/$token',
  staticData: { titleKey: 'route.publicDocument' },
  component: lazyRoute(() => import('../screens/public-document/PublicDocumentScreen.tsx')),
})

const publicRoutes: AnyRoute[] = [
  home,
  auth.addChildren([login, forgot, reset, factor, mailSignIn, dmsSignIn]),
  publicDocument,
]

const publicTree: AnyRoute = root.addChildren([...publicRoutes, behind])

export const router = createRouter({
  routeTree: publicTree,
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  scrollRestoration: true,
  // Otherwise scrolled elements would keep their position on a new page; going back restores it.
  scrollToTopSelectors: ['[data-scroll-restoration-id="table"]'],
  defaultErrorComponent: CrashPage,
})
followRoutes(router)

let loading: ReturnType<typeof importMain> | undefined

function importMain() {
  return Promise.all([import('./main-routes.tsx'), import('../session/analytics.ts'), loadMainLanguage()])
}

/**
 * Loads what is behind the login. It isn't added to the router yet: new routes render the page again, and a button
 * someone is about to press on the login page would be replaced before they release it.
 */
export function loadMain(): ReturnType<typeof importMain> {
  loading ??= importMain()
  // A module that couldn't be loaded, possibly ahead of the login, is requested again when it is needed.
  loading.catch(() => {
    loading = undefined
  })
  return loading
}

let isOpen = false

/**
 * Adds the routes behind the login. They need every resource's definition, which the login page doesn't, so it is shown
 * first.
 */
async function openMain(): Promise<void> {
  const [{ mainRoutes }, { followPages }] = await loadWhenReached(loadMain)
  if (isOpen) return
  isOpen = true
  // The root is the same object, so `router.update` wouldn't notice a change.
  root.addChildren([...publicRoutes, ...mainRoutes])
  router.setRoutes(router.buildRouteTree())
  followPages(router)
}

function textOf(search: unknown, name: string): string | undefined {
  const value = (search as Record<string, unknown>)[name]
  return typeof value === 'string' ? value : undefined
}
