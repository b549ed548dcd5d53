import type { AccessKey } from '@courtcrier/contract/access.ts'
import type { Resource } from '@courtcrier/contract/resource.ts'
import { type AnyRoute, createRoute, lazyRouteComponent, Outlet } from '@tanstack/react-router'
import { listedResources } from '../resource/listed-resources.ts'
import { recordPages } from '../screens/record-pages.ts'
import { screens } from '../screens/registry.ts'
import { importRoute, isImportable } from '../transfer/importable.ts'
import { guard } from './guard.ts'
import { laterRoutes } from './later-routes.ts'

/** What every route says of itself, for the page's title and for the generic screens. */
declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    titleKey?: string
    resource?: Resource
  }
}

/** The routes behind the log-in that come from the registries: bespoke screens, resources, and what is to come. */
export function registeredRoutes(parent: AnyRoute): AnyRoute[] {
  const planned = laterRoutes.filter(({ route }) => !listedResources().some((resource) => resource.route === route))
  return [
    ...screens.map((screen) => screenRoute(parent, screen)),
    ...listedResources().map((resource) => resourceRoute(parent, resource)),
    ...listedResources()
      .filter(isImportable)
      .map((resource) => importPage(parent, resource)),
    ...listedResources().flatMap((resource) => recordPageRoutes(parent, resource)),
    ...planned.map((later) => laterRoute(parent, later)),
  ]
}

function screenRoute(parent: AnyRoute, screen: (typeof screens)[number]): AnyRoute {
  const route = createRoute({
    getParentRoute: () => parent,
    path: screen.route,
    staticData: { titleKey: screen.titleKey },
    beforeLoad: ({ location }) => guard(location.href, screen.accessKey),
    component: lazyRouteComponent(screen.load),
  })
  // The screen shows its children itself, by their parameter; the routes below exist for the address only.
  const children = (screen.children ?? []).map((path) =>
    createRoute({ getParentRoute: () => route, path, component: Outlet }),
  )
  return children.length > 0 ? route.addChildren(children) : route
}

const resourceScreen = lazyRouteComponent(() => import('../resource/ResourceScreen.tsx'))
const importScreen = lazyRouteComponent(() => import('../transfer/ImportScreen.tsx'))
const laterScreen = lazyRouteComponent(() => import('../screens/later/LaterScreen.tsx'))

function resourceRoute(parent: AnyRoute, resource: Resource): AnyRoute {
  return createRoute({
    getParentRoute: () => parent,
    path: resource.route,
    staticData: { resource },
    beforeLoad: ({ location }) => guard(location.href, resource.access),
    component: resourceScreen,
  })
}

/** The pages of single records stand beside the list, which they do not show. */
function recordPageRoutes(parent: AnyRoute, resource: Resource): AnyRoute[] {
  const component = recordPages[resource.name]
  if (!component) return []
  const beforeLoad = ({ location }: { location: { href: string } }) => guard(location.href, resource.access)
  const path = `${resource.route}/id/$id`
  return [createRoute({ getParentRoute: () => parent, path, staticData: { resource }, beforeLoad, component })]
}

function importPage(parent: AnyRoute, resource: Resource): AnyRoute {
  return createRoute({
    getParentRoute: () => parent,
    path: importRoute(resource),
    staticData: { resource },
    beforeLoad: ({ location }) => guard(location.href, resource.access),
    component: importScreen,
  })
}

function laterRoute(parent: AnyRoute, { route, accessKey }: { route: string; accessKey: AccessKey }): AnyRoute {
  return createRoute({
    getParentRoute: () => parent,
    path: route,
    staticData: { titleKey: 'later.title' },
    beforeLoad: ({ location }) => guard(location.href, accessKey),
    component: laterScreen,
  })
}
