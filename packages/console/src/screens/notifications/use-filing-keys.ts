import { type RefObject, useState } from 'react'
import { useListKeys } from '../../resource/use-list-keys.ts'
import type { useTableState } from '../../resource/use-table-state.ts'
import { useMayResend } from './use-resend.ts'

interface FilingKeysOptions {
  rows: readonly { id: string }[]
  table: ReturnType<typeof useTableState>
  onSend: (id: string) => void
  search: RefObject<HTMLInputElement | null>
}

/** The row that the keyboard is on, and what the keys do with it. */
export function useFilingKeys({ rows, table, onSend, search }: FilingKeysOptions) {
  const mayResend = useMayResend()
  const [activeId, setActiveId] = useState<string>()
  const currentId = table.openId ?? activeId
  const move = (step: 1 | -1) => {
    const index = rows.findIndex(({ id }) => id === currentId)
    const next = rows[index < 0 ? 0 : Math.min(Math.max(index + step, 0), rows.length - 1)]
    if (!next) return
    setActiveId(next.id)
    if (table.openId) table.open(next.id)
    const row = document.querySelector<HTMLElement>(`tr[data-id="${CSS.escape(next.id)}"]`)
    row?.focus({ preventScroll: true })
    row?.scrollIntoView({ block: 'nearest' })
  }
  const go = (step: 1 | -1) => () => move(step)
  const close = () => {
    if (table.openId) table.open(undefined)
  }
  useListKeys({
    j: go(1),
    k: go(-1),
    ArrowDown: go(1),
    ArrowUp: go(-1),
    Escape: close,
    s: () => currentId && mayResend && onSend(currentId),
    '/': () => search.current?.focus(),
    f: () => document.querySelector<HTMLElement>('[data-add-filter]')?.click(),
  })
  return { activeId: currentId, setActiveId }
}
