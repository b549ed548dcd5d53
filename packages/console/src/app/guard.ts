import { type AccessKey, guardRoute, isPublicPath, routeAccess } from '@courtcrier/contract/access.ts'
import { findOwnPath } from '@courtcrier/contract/own-path.ts'
import { redirect } from '@tanstack/react-router'
import { getSession } from '../session/session-store.ts'

/** Lets a signed-in role pass if it may open the route; sends everyone else where the specification says. */
export function guard(path: string, accessKey: AccessKey | ''): void {
  if (getSession()?.factorDue) throw redirect({ to: '/second-factor', search: { from: path }, replace: true })
  const decision = guardRoute({ path, accessKey }, getSession()?.role)
  if ('allow' in decision) return
  if (decision.redirect === '/') throw redirect({ to: '/', search: { from: decision.from }, replace: true })
  throw redirect({ to: '/success', search: { denied: path.split('?')[0] }, replace: true })
}

/** Returns the page to open after login: the one requested, if it is one of ours behind the login. */
export function safeTarget(from: unknown): string {
  const path = typeof from === 'string' ? findOwnPath(from) : undefined
  if (path === undefined || isPublicPath(path.split(/[?#]/, 1)[0] ?? '')) return startPage()
  return path
}

/** No one asked for the dashboard, so a role without it starts with no denial but with the list of its pages. */
export function startPage(): '/dashboard' | '/success' {
  const role = getSession()?.role
  return role && routeAccess('dashboardAccess', role) === 'DENY' ? '/success' : '/dashboard'
}
