import { listedResources } from '../packages/console/src/resource/listed-resources.ts'
import { faces } from '../packages/console/src/screens/registry.ts'
import type { AccessKey } from '../packages/contract/src/access.ts'

/** Every page in the registries, and those every role has. */
const routes = new Map<string, AccessKey | ''>([
  ...listedResources(faces).map(({ route, access }) => [route, access] as const),
  ...faces.flatMap(({ screen }) => (screen ? [[screen.route, screen.accessKey] as const] : [])),
  ['/dashboard', 'dashboardAccess'],
  ['/profile', ''],
  ['/exports', ''],
  ['/success', ''],
])

/** Every page that opens without a record, with its access key: what sweeps over all pages visit. */
export const allPages = [...routes].filter(([route]) => !route.includes('$'))
