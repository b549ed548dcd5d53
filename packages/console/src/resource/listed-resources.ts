import { everyone } from '@courtcrier/contract/access.ts'
import type { Resource } from '@courtcrier/contract/resource.ts'
import { resources } from '@courtcrier/contract/resources/registry.ts'
import type { Face } from './face.ts'

/** Resources shown by the generic list: those without their own screen that aren't private to each person. */
export function listedResources(faces: readonly Face[]): Resource[] {
  const shown = new Set(faces.flatMap(({ resource, screen }) => (screen ? resource : [])))
  return resources.filter(({ name, subject }) => subject !== everyone && !shown.has(name))
}
