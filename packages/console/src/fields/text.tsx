import { ContainsFilter } from './ContainsFilter.tsx'
import type { FieldFace } from './face.ts'
import { LineInput } from './LineInput.tsx'

export const textFace: FieldFace = { Input: LineInput, Filter: ContainsFilter }
