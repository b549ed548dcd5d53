import { getRecentCalls, readSlowCalls, readTimeouts } from '../../session/call-log.ts'
import { getFirm } from '../../session/firm.ts'
import { getSession } from '../../session/session-store.ts'
import { readStored } from '../../ui/stored.ts'

/**
 * What somebody who helps has to know, as text: where the person is, as whom, with what, and how calls went. No
 * secrets and no contents: neither tokens nor names, and of addresses the paths without what was searched for.
 */
export function diagnosticText(now = new Date()): string {
  const session = getSession()
  return JSON.stringify(
    {
      at: now.toISOString(),
      page: window.location.pathname,
      firm: getFirm().id,
      user: session?.user.id,
      role: session?.role.id,
      viewed_as: session?.ownRole ? session.role.id : undefined,
      token_good_for_s: session && Math.round((session.expiresAt - now.getTime()) / 1000),
      browser: navigator.userAgent,
      online: navigator.onLine,
      window: `${innerWidth}x${innerHeight} at ${devicePixelRatio}`,
      language: navigator.language,
      time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      console: scriptOf(document),
      look: readStored('look'),
      timeouts: readTimeouts(),
      recent_calls: getRecentCalls().slice(0, 20),
      slow_calls: readSlowCalls().slice(0, 20),
    },
    null,
    2,
  )
}

/** The name of the console's own script has a mark of its contents, and so tells which build it is. */
function scriptOf(page: Document): string | undefined {
  const source = page.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src
  return source ? new URL(source).pathname : undefined
}
