import type { Resource } from '@courtcrier/contract/resource.ts'
import { mostSelected } from '@courtcrier/contract/selection.ts'
import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { copyText } from '../ui/copy-text.ts'
import { formatNumber } from '../ui/format-number.ts'
import { lazy } from '../ui/lazy.ts'
import { notify } from '../ui/notices.ts'
import { countOf, type Selection } from './list/row-selection.ts'
import classes from './list.module.css'
import { useCanEdit, useCanWrite } from './use-can-write.ts'

const BulkDeleteDialog = lazy(() => import('./BulkDeleteDialog.tsx'))
const BulkEditDialog = lazy(() => import('./BulkEditDialog.tsx'))

interface SelectionBarProps {
  resource: Resource
  selection: Selection
  /** How many match the search, and how to select them; absent if the page shows all of them. */
  matching?: { total: string; onSelect: () => void }
  /** Whether the bulk edit is open, which a key opens too. */
  edit: BulkEdit
  onClear: () => void
}

export interface BulkEdit {
  isOpen: boolean
  open: () => void
  close: () => void
}

/** Shows the number of selected rows and the actions on them. */
export default function SelectionBar({ resource, selection, matching, edit, onClear }: SelectionBarProps) {
  const { t } = useTranslation()
  const [isAsking, ask] = useDisclosure(false)
  const canEdit = useCanEdit(resource)
  const canDelete = useCanWrite(resource)
  const count = countOf(selection)
  const isTooMany = count > mostSelected
  const isWhole = selection.kind === 'all' && selection.except.size === 0
  const number = formatNumber
  return (
    <span className={classes.selection}>
      <b role="status">{isWhole ? t('table.allSelected', { total: number(count) }) : t('list.selected', { count })}</b>
      {matching && (
        <Button size="compact-xs" variant="light" onClick={matching.onSelect}>
          {t('table.selectMatching', { total: matching.total })}
        </Button>
      )}
      {selection.kind === 'ids' && <CopyIds ids={selection.ids} />}
      {canEdit && (
        <Button size="compact-xs" variant="default" disabled={isTooMany} onClick={edit.open}>
          {t('table.edit')}
        </Button>
      )}
      {canDelete && (
        <Button size="compact-xs" variant="default" disabled={isTooMany} onClick={ask.open}>
          {t('table.delete')}
        </Button>
      )}
      <Button size="compact-xs" variant="subtle" onClick={onClear}>
        {t('list.clearSelection')}
      </Button>
      {(canDelete || canEdit) && isTooMany && <span>{t('table.tooMany', { most: number(mostSelected) })}</span>}
      {edit.isOpen && (
        <Suspense>
          <BulkEditDialog resource={resource} selection={selection} onClose={edit.close} onClear={onClear} />
        </Suspense>
      )}
      {isAsking && (
        <Suspense>
          <BulkDeleteDialog resource={resource} selection={selection} onClose={ask.close} onClear={onClear} />
        </Suspense>
      )}
    </span>
  )
}

function CopyIds({ ids }: { ids: ReadonlySet<string> }) {
  const { t } = useTranslation()
  const copy = async () => {
    if (await copyText([...ids].join('\n'))) notify({ color: 'success', text: t('list.copied', { count: ids.size }) })
  }
  return (
    <Button size="compact-xs" variant="default" onClick={() => void copy()}>
      {t('list.copyIds')}
    </Button>
  )
}
