import type { Router } from '@tanstack/react-router'
import { viewPage } from '../session/analytics.ts'

/** Reports each page view. Another filter or record of the same list isn't a new page. */
export function followPages(router: Pick<Router<never, never>, 'subscribe'>): void {
  let last: string | undefined
  router.subscribe('onResolved', ({ toLocation: { pathname } }) => {
    if (pathname === last) return
    last = pathname
    viewPage(pathname)
  })
}
