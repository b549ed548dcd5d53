import { resources } from '@courtcrier/contract/resources/registry.ts'
import { resourceLabel } from '../resource/labels.ts'
import { ChoiceFilter } from './ChoiceFilter.tsx'
import type { FilterProps } from './face.ts'

/** Rows about records of some of the firm's entities. */
export function ResourceFilter(props: FilterProps) {
  const choices = resources
    .map((resource) => ({ value: resource.name, label: resourceLabel(resource, 'one') }))
    .toSorted((a, b) => a.label.localeCompare(b.label))
  return <ChoiceFilter {...props} choices={choices} />
}
