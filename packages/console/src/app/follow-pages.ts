import type { Router } from '@tanstack/react-router'
import { viewPage } from '../session/analytics.ts'

/** Tells of each page that is arrived at. Another filter or another record of a list is no other page. */
export function followPages(router: Pick<Router<never, never>, 'subscribe'>): void {
  let last: string | undefined
  router.subscribe('onResolved', ({ toLocation: { pathname } }) => {
    if (pathname === last) return
    last = pathname
    viewPage(pathname)
  })
}
