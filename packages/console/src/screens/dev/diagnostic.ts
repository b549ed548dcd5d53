import { accessKeys, type Role, routeAccess } from '@courtcrier/contract/access.ts'
import type { DevAnswer } from './dev-answer.ts'

/** The page as text for a report: no names of people, no tokens. */
export function diagnosticOf(answer: DevAnswer, role: Role): string {
  const access = Object.fromEntries(accessKeys.map((key) => [key, routeAccess(key, role)]))
  return JSON.stringify({ ...answer, browser: navigator.userAgent, role: role.name, access }, null, 2)
}
