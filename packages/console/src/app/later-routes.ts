import type { AccessKey } from '@courtcrier/contract/access.ts'

/**
 * Routes of the specification (section 2) whose screens are still to come. Their guard holds already; the
 * navigation does not list them. One that gets a resource or a screen leaves this list.
 */
export const laterRoutes: readonly { route: string; accessKey: AccessKey }[] = [
  { route: '/billing', accessKey: 'firmAccess' },
]
