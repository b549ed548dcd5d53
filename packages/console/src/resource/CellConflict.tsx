import type { Resource } from '@courtcrier/contract/resource.ts'
import { useTranslation } from 'react-i18next'
import './dialog-text.ts'
import ConflictDialog from './ConflictDialog.tsx'
import type { CellPlace } from './cell-editing.ts'
import type { Conflict } from './conflict.ts'
import type { Refusal } from './refused-cells.ts'
import { saveCell } from './save-cell.ts'

interface CellConflictProps {
  resource: Resource
  conflict: Conflict & { key: string }
  onDone: () => void
  onRefuse: (place: CellPlace, refusal: Refusal) => void
}

/** Shows that someone else has changed the cell in the meantime. */
export default function CellConflict({ resource, conflict, onDone, onRefuse }: CellConflictProps) {
  const { t } = useTranslation()
  const { key, theirs } = conflict
  return (
    <ConflictDialog
      resource={resource}
      keys={[key]}
      conflict={conflict}
      confirm={t('conflict.save')}
      onCancel={onDone}
      onConfirm={(values) => {
        onDone()
        void saveCell({ resource, row: theirs, key, value: values[key] }).then((outcome) => {
          if (outcome && 'refusal' in outcome) onRefuse({ id: String(theirs.id), key }, outcome.refusal)
        })
      }}
    />
  )
}
