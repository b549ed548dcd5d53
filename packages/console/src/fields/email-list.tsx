import { ContainsFilter } from './ContainsFilter.tsx'
import type { FieldFace } from './face.ts'
import { ListInput } from './ListInput.tsx'

export const emailListFace: FieldFace = { Input: ListInput, Filter: ContainsFilter }
