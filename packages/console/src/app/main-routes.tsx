import type { Resource } from '@courtcrier/contract/resource.ts'
import { type AnyRoute, createRoute, Outlet, redirect } from '@tanstack/react-router'
import { type Face, FacesContext, type Screen } from '../resource/face.ts'
import { listedResources } from '../resource/listed-resources.ts'
import { importRoute, isImportable } from '../resource/transfer/importable.ts'
import { faces } from '../screens/registry.ts'
import { getShownPath } from '../shell/follow-routes.ts'
import Shell from '../shell/Shell.tsx'
import { untilReached } from '../ui/reach.ts'
import { guard, startPage } from './guard.ts'
import { lazyRoute } from './lazy-route.ts'
import { root } from './root-route.tsx'

/** What every route declares for the page title and the generic screens. */
declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    titleKey?: string
    resource?: Resource
  }
}

const main = createRoute({
  getParentRoute: () => root,
  id: 'main',
  // Without the server, another page would only replace what is still readable.
  beforeLoad: async ({ location }) => {
    if (location.pathname !== getShownPath()) await untilReached()
  },
  component: Main,
})

function Main() {
  return (
    <FacesContext value={faces}>
      <Shell />
    </FacesContext>
  )
}

const unknown = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: startPage(), replace: true })
  },
})

const resourceScreen = lazyRoute(() => import('../resource/ResourceScreen.tsx'))
const importScreen = lazyRoute(() => import('../resource/transfer/ImportScreen.tsx'))

/** The routes behind the login, each with its guard: those of the faces and of every listed resource. */
export const mainRoutes = [
  main.addChildren([
    ...faces.flatMap(({ screen }) => (screen ? screenRoute(screen) : [])),
    ...listedResources(faces).flatMap(resourceRoutes),
    ...faces.flatMap(recordPageRoutes),
  ]),
  unknown,
]

function screenRoute({ route: path, children = [], accessKey, titleKey, load }: Screen): AnyRoute {
  const route = createRoute({
    getParentRoute: () => main,
    path,
    staticData: { titleKey },
    beforeLoad: ({ location }) => guard(location.href, accessKey),
    component: lazyRoute(load),
  })
  // The screen shows its children itself, by their parameter; the routes below exist only for the address.
  const below = children.map((child) => createRoute({ getParentRoute: () => route, path: child, component: Outlet }))
  return below.length > 0 ? route.addChildren(below) : route
}

function resourceRoutes(resource: Resource): AnyRoute[] {
  const list = resourceRoute(resource, resource.route, resourceScreen)
  return isImportable(resource) ? [list, resourceRoute(resource, importRoute(resource), importScreen)] : [list]
}

/** Returns the pages of single records as siblings of the list, since they don't show it. */
function recordPageRoutes({ resource: name, page }: Face): AnyRoute[] {
  const resource = listedResources(faces).find((listed) => listed.name === name)
  return resource && page ? [resourceRoute(resource, `${resource.route}/id/$id`, lazyRoute(page))] : []
}

function resourceRoute(resource: Resource, path: string, component: typeof resourceScreen): AnyRoute {
  return createRoute({
    getParentRoute: () => main,
    path,
    staticData: { resource },
    beforeLoad: ({ location }) => guard(location.href, resource.access),
    component,
  })
}
