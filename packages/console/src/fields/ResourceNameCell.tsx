import { findResource } from '@courtcrier/contract/resources/registry.ts'
import { resourceLabel } from '../resource/labels.ts'

/** The name of a resource, as people call one of its records. */
export function ResourceNameCell({ name }: { name: string }) {
  const resource = findResource(name)
  return <>{resource ? resourceLabel(resource, 'one') : name}</>
}
