import { ContainsFilter } from './ContainsFilter.tsx'
import type { FieldFace } from './face.ts'
import { LineInput } from './LineInput.tsx'
import { TextCell } from './TextCell.tsx'

export const textFace: FieldFace = { Cell: TextCell, Input: LineInput, Filter: ContainsFilter, width: 170 }
