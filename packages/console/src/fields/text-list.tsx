import { ContainsFilter } from './ContainsFilter.tsx'
import type { FieldFace } from './face.ts'
import { ListInput } from './ListInput.tsx'

export const textListFace: FieldFace = { Input: ListInput, Filter: ContainsFilter }
