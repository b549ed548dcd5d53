import { ChoicesInput } from './ChoicesInput.tsx'
import { ContainsFilter } from './ContainsFilter.tsx'
import type { FieldFace, InputProps } from './face.ts'
import { ListInput } from './ListInput.tsx'

export const textListFace: FieldFace = { Input: TextListInput, Filter: ContainsFilter }

/** Texts of one's own are typed; the few that there are to choose from are ticked. */
function TextListInput(props: InputProps) {
  return props.field.values ? <ChoicesInput {...props} /> : <ListInput {...props} />
}
