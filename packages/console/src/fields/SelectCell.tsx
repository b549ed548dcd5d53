import { choiceLabel } from '../resource/labels.ts'
import type { CellProps } from './face.ts'

export function SelectCell({ value, field }: CellProps) {
  return <>{typeof value === 'string' ? choiceLabel(field, value) : ''}</>
}
