import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { firm } from '@courtcrier/contract/resources/firm.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { isWritable, problemsFrom } from '../../resource/form-values.ts'
import { ApiFailure } from '../../session/api-failure.ts'
import { useRole } from '../../session/session-store.ts'
import { firmQuery, saveFirm, takeBackFirm } from './save-firm.ts'

/** How it stands with one setting since somebody changed it here. */
export type SaveState =
  | { is: 'saving'; to?: { value: unknown } }
  | { is: 'saved'; undoId: string | undefined }
  | { is: 'undone' }
  | { is: 'failed'; to?: { value: unknown }; why: string; isUndo?: boolean }

export interface FirmSettings {
  row: AnyRow | undefined
  error: Error | null
  retry: () => void
  canWrite: (key: string) => boolean
  /** What is to be kept of a field: what is being saved, what could not be saved, or else what is kept. */
  intended: (key: string) => unknown
  /** Saves a value of one field; what the console shows follows at once. */
  save: (key: string, value: unknown) => void
  undo: (key: string) => void
  stateOf: (key: string) => SaveState | undefined
}

/** The firm's settings as they are now, saved one field at a time, and the last change of each taken back. */
export function useFirmSettings(): FirmSettings {
  const role = useRole()
  const { data: row, error, refetch } = useQuery(firmQuery)
  const [states, setStates] = useState<Readonly<Record<string, SaveState>>>({})
  const put = (key: string, state: SaveState) => setStates((known) => ({ ...onlyLastUndo(known, state), [key]: state }))
  const inTurn = useTurns()
  const newest = useRef<Record<string, object>>({})
  const save = (key: string, value: unknown) => {
    const to = { value }
    newest.current[key] = to
    // An earlier save that ends now says nothing of the one that waits behind it.
    const end = (state: SaveState) => newest.current[key] === to && put(key, state)
    put(key, { is: 'saving', to })
    void inTurn(async () => {
      try {
        end({ is: 'saved', undoId: await saveFirm(String(row?.id), { [key]: value }) })
      } catch (failure) {
        end({ is: 'failed', to, why: reasonOf(failure, key) })
      }
    })
  }
  const undo = (key: string) => {
    const state = states[key]
    if (state?.is !== 'saved' || state.undoId === undefined) return
    const { undoId } = state
    put(key, { is: 'saving' })
    void inTurn(async () => {
      try {
        await takeBackFirm(undoId)
        put(key, { is: 'undone' })
      } catch (failure) {
        put(key, { is: 'failed', why: reasonOf(failure, key), isUndo: true })
      }
    })
  }
  return {
    row,
    error,
    retry: () => void refetch(),
    canWrite: (key) => isWritable(key, { resource: firm, role, isNew: false }),
    intended: (key) => {
      const state = states[key]
      return state && 'to' in state && state.to ? state.to.value : ((row as AnyRow | undefined)?.[key] ?? null)
    },
    save,
    undo,
    stateOf: (key) => states[key],
  }
}

/** A change of the firm can be taken back until the next one: an older one would be refused. */
function onlyLastUndo(states: Readonly<Record<string, SaveState>>, next: SaveState): Record<string, SaveState> {
  if (next.is !== 'saved') return { ...states }
  const entries = Object.entries(states).map(([key, state]): [string, SaveState] => [
    key,
    state.is === 'saved' ? { is: 'saved', undoId: undefined } : state,
  ])
  return Object.fromEntries(entries)
}

/** One call after the other, so that the last value typed is the last one kept. */
function useTurns(): (call: () => Promise<void>) => Promise<void> {
  const last = useRef(Promise.resolve())
  return (call) => {
    last.current = last.current.then(call)
    return last.current
  }
}

function reasonOf(failure: unknown, key: string): string {
  const own = failure instanceof ApiFailure ? problemsFrom(failure.problem)[key] : undefined
  return own ?? (failure instanceof Error ? failure.message : String(failure))
}

const debounceMs = 700

/** A value while it is edited: handed on once nobody types any more, on leaving the field, and on leaving the page. */
export function useEditedValue<T>(
  kept: T,
  { save, isSame }: { save: (value: T) => void; isSame: (a: T, b: T) => boolean },
) {
  const [edited, setEdited] = useState<{ value: T }>()
  const pending = useRef<{ value: T; timer: ReturnType<typeof setTimeout> }>(undefined)
  const latest = useRef(save)
  latest.current = save
  const flush = () => {
    if (!pending.current) return
    const { value, timer } = pending.current
    clearTimeout(timer)
    pending.current = undefined
    latest.current(value)
  }
  const change = (value: T, { isValid = true }: { isValid?: boolean } = {}) => {
    setEdited({ value })
    if (pending.current) clearTimeout(pending.current.timer)
    pending.current = isValid && !isSame(value, kept) ? { value, timer: setTimeout(flush, debounceMs) } : undefined
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page is left
  useEffect(() => {
    window.addEventListener('pagehide', flush)
    return () => {
      window.removeEventListener('pagehide', flush)
      flush()
    }
  }, [])
  const forget = () => {
    clearTimeout(pending.current?.timer)
    pending.current = undefined
    setEdited(undefined)
  }
  /** Shows what is kept by now, unless more was typed meanwhile. */
  const settle = () => {
    if (!pending.current) setEdited(undefined)
  }
  return { value: edited ? edited.value : kept, change, flush, forget, settle }
}
