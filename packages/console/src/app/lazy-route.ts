// biome-ignore lint/style/noRestrictedImports: the only use
import { lazyRouteComponent } from '@tanstack/react-router'
import { loadWhenReached } from '../ui/lazy.ts'

/** Loads a route's page when it is shown. Without a connection it waits: the router itself would reload the page. */
export const lazyRoute: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(() => loadWhenReached(load), name)
