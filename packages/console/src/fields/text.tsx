import { ContainsFilter } from './ContainsFilter.tsx'
import type { FieldFace, FilterProps } from './face.ts'
import { LineInput } from './LineInput.tsx'
import { ResourceFilter } from './ResourceFilter.tsx'

export const textFace: FieldFace = { Input: LineInput, Filter: TextFilter }

function TextFilter(props: FilterProps) {
  return props.field.holds === 'resource' ? <ResourceFilter {...props} /> : <ContainsFilter {...props} />
}
