import type { AnyRow, Resource } from '@courtcrier/contract/resource.ts'
import { type ColumnDef, rowSelectionFeature, tableFeatures, useTable } from '@tanstack/react-table'
import { useMemo } from 'react'
import { fieldLabel } from './labels.ts'

const features = tableFeatures({ rowSelectionFeature })

interface EntityModelOptions {
  resource: Resource
  keys: readonly string[]
  rows: readonly AnyRow[]
  selected: ReadonlySet<string>
  onSelect: (ids: ReadonlySet<string>) => void
}

export type EntityModel = ReturnType<typeof useEntityModel>

/** Rows and columns as the table library holds them, with the selection by id, which outlives the page turned. */
export function useEntityModel({ resource, keys, rows, selected, onSelect }: EntityModelOptions) {
  const columns = useMemo(() => columnsOf(resource, keys), [resource, keys])
  const data = useMemo(() => [...rows], [rows])
  const rowSelection = useMemo(() => Object.fromEntries([...selected].map((id) => [id, true as const])), [selected])
  return useTable({
    features,
    columns,
    data,
    getRowId: (row) => String(row.id),
    state: { rowSelection },
    onRowSelectionChange: (updater) => {
      const next = typeof updater === 'function' ? updater(rowSelection) : updater
      onSelect(new Set(Object.keys(next).filter((id) => next[id])))
    },
  })
}

function columnsOf(resource: Resource, keys: readonly string[]): ColumnDef<typeof features, AnyRow>[] {
  return keys.map((key) => ({ id: key, accessorFn: (row) => row[key], header: fieldLabel(resource, key) }))
}
