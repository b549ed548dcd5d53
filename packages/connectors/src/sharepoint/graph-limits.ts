import type { PlaceSettings } from '../connector-kind.ts'
import type { RequestLimit } from '../ways/request-limits.ts'

/** What the smallest tenant gives an application in a minute (Microsoft, "Avoid getting throttled in SharePoint Online"). */
const unitsOfMinute = 1250

/** Lists, as every change, count twice. */
const lists = /\/(?:drives|columns|children)$/

export function graphLimits({ tenantId, clientId }: PlaceSettings) {
  const limit: RequestLimit = { key: `graph ${tenantId} ${clientId}`, most: unitsOfMinute, seconds: 60 }
  return ({ method, url }: { method: string; url: URL }): readonly RequestLimit[] => [
    { ...limit, units: method !== 'GET' || lists.test(url.pathname) ? 2 : 1 },
  ]
}
