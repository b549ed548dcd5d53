import { everyone } from '@courtcrier/contract/access.ts'
import type { Resource } from '@courtcrier/contract/resource.ts'
import { resources } from '@courtcrier/contract/resources/registry.ts'
import { screens } from '../screens/registry.ts'

/** Resources that the generic list shows: those that no bespoke screen does and that are not each person's own. */
export function listedResources(): Resource[] {
  const shown = new Set(screens.map((screen) => screen.resource))
  return resources.filter(({ name, subject }) => subject !== everyone && !shown.has(name))
}
