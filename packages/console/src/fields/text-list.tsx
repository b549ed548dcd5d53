import { ContainsFilter } from './ContainsFilter.tsx'
import type { FieldFace } from './face.ts'
import { ListCell } from './ListCell.tsx'
import { ListInput } from './ListInput.tsx'

export const textListFace: FieldFace = { Cell: ListCell, Input: ListInput, Filter: ContainsFilter, width: 220 }
