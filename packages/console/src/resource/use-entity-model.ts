import type { AnyRow, Resource } from '@courtcrier/contract/resource.ts'
import { type ColumnDef, rowSelectionFeature, tableFeatures, useTable } from '@tanstack/react-table'
import { useMemo } from 'react'
import { fieldLabel } from '../i18n/labels.ts'
import { isSelected, type Selection } from './list/row-selection.ts'

const features = tableFeatures({ rowSelectionFeature })

interface EntityModelOptions {
  resource: Resource
  keys: readonly string[]
  rows: readonly AnyRow[]
  selection: Selection
}

export type EntityModel = ReturnType<typeof useEntityModel>

/** Returns rows and columns for the table library, with this page's part of the selection. */
export function useEntityModel({ resource, keys, rows, selection }: EntityModelOptions) {
  const columns = useMemo(() => columnsOf(resource, keys), [resource, keys])
  const data = useMemo(() => [...rows], [rows])
  const rowSelection = useMemo(() => {
    const ids = rows.map((row) => String(row.id)).filter((id) => isSelected(selection, id))
    return Object.fromEntries(ids.map((id) => [id, true as const]))
  }, [rows, selection])
  return useTable({ features, columns, data, getRowId: (row) => String(row.id), state: { rowSelection } })
}

function columnsOf(resource: Resource, keys: readonly string[]): ColumnDef<typeof features, AnyRow>[] {
  return keys.map((key) => ({ id: key, accessorFn: (row) => row[key], header: fieldLabel(resource, key) }))
}
