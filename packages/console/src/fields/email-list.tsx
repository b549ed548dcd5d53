import { ContainsFilter } from './ContainsFilter.tsx'
import type { FieldFace } from './face.ts'
import { ListCell } from './ListCell.tsx'
import { ListInput } from './ListInput.tsx'

export const emailListFace: FieldFace = { Cell: ListCell, Input: ListInput, Filter: ContainsFilter, width: 220 }
