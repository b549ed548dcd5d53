import type { Resource } from '@courtcrier/contract/resource.ts'
import { useTranslation } from 'react-i18next'
import './dialog-text.ts'
import ConflictDialog from './ConflictDialog.tsx'
import type { Conflict } from './conflict.ts'
import { saveCell } from './save-cell.ts'

interface CellConflictProps {
  resource: Resource
  conflict: Conflict & { key: string }
  onDone: () => void
}

/** Shows that someone else has changed the cell in the meantime. */
export default function CellConflict({ resource, conflict, onDone }: CellConflictProps) {
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
        void saveCell({ resource, row: theirs, key, value: values[key] })
      }}
    />
  )
}
