import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { firm } from '@courtcrier/contract/resources/firm.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { problemsFrom } from '../../resource/form-problems.ts'
import { isWritable } from '../../resource/form-values.ts'
import { ApiFailure, isPassing } from '../../session/api-failure.ts'
import { isAnnounced } from '../../session/notify-failure.ts'
import { useRole } from '../../session/session-store.ts'
import { notify } from '../../ui/notices.ts'
import { firmQuery, saveFirm, takeBackFirm } from './save-firm.ts'
import { inOrder } from './turns.ts'

/** The state of a setting since it was changed here. */
export type SaveState =
  | { is: 'saving'; to?: { value: unknown } }
  | { is: 'saved'; undoId: string | undefined }
  | { is: 'undone' }
  | Failed

interface Failed {
  is: 'failed'
  to?: { value: unknown }
  why: string
  /** What couldn't be undone, and the ID to undo it by. */
  undoId?: string
  /** Whether the server couldn't be reached, or answer, so that the same may be saved a moment later. */
  isPassing: boolean
}

export interface FirmSettings {
  row: AnyRow | undefined
  error: Error | null
  retry: () => void
  canWrite: (key: string) => boolean
  /**
   * Returns the intended value of a field: the one being saved, the one that couldn't be saved, or else the stored one.
   */
  intended: (key: string) => unknown
  /** Saves a value of one field; the console applies it immediately. */
  save: (key: string, value: unknown) => void
  undo: (key: string) => void
  /** Does what failed once more. */
  again: (key: string) => void
  /** Whether a change isn't saved because the server couldn't be reached. */
  hasUnsaved: boolean
  stateOf: (key: string) => SaveState | undefined
}

/** Manages the firm's settings, saved one field at a time; the last change to each can be undone. */
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
    // An earlier save that ends now must not affect the state of the one queued after it.
    const end = (state: SaveState) => newest.current[key] === to && put(key, state)
    put(key, { is: 'saving', to })
    void inTurn(async () => {
      try {
        end({ is: 'saved', undoId: await saveFirm(String(row?.id), { [key]: value }) })
      } catch (failure) {
        const failed = failedBy(failure, key)
        end({ ...failed, to })
        announce(failure, failed.why)
      }
    })
  }
  const takeBack = (key: string, undoId: string) => {
    put(key, { is: 'saving' })
    void inTurn(async () => {
      try {
        await takeBackFirm(undoId)
        put(key, { is: 'undone' })
      } catch (failure) {
        put(key, { ...failedBy(failure, key), undoId })
      }
    })
  }
  const undo = (key: string) => {
    const state = states[key]
    if (state?.is === 'saved' && state.undoId !== undefined) takeBack(key, state.undoId)
  }
  const again = (key: string) => {
    const state = states[key]
    if (state?.is !== 'failed') return
    if (state.to) save(key, state.to.value)
    else if (state.undoId !== undefined) takeBack(key, state.undoId)
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
    again,
    hasUnsaved: Object.values(states).some(
      (state) => state.is === 'failed' && state.isPassing && state.to !== undefined,
    ),
    stateOf: (key) => states[key],
  }
}

/**
 * Keeps only the last undo: a change to the firm can be undone until the next one; undoing an older one would be
 * refused.
 */
function onlyLastUndo(states: Readonly<Record<string, SaveState>>, next: SaveState): Record<string, SaveState> {
  if (next.is !== 'saved') return { ...states }
  const entries = Object.entries(states).map(([key, state]): [string, SaveState] => [
    key,
    state.is === 'saved' ? { is: 'saved', undoId: undefined } : state,
  ])
  return Object.fromEntries(entries)
}

/** Runs calls one after another, so that the last value typed is the last one saved; at once when the page is left. */
function useTurns(): (call: () => Promise<void>) => Promise<void> {
  const [turns] = useState(inOrder)
  useEffect(() => {
    window.addEventListener('pagehide', turns.hurry)
    window.addEventListener('pageshow', turns.resume)
    return () => {
      window.removeEventListener('pagehide', turns.hurry)
      window.removeEventListener('pageshow', turns.resume)
    }
  }, [turns])
  return turns.take
}

/** Says it in a message as well (specification, section 8): the page may have been left. */
function announce(failure: unknown, why: string): void {
  console.warn('The firm was not updated.', failure)
  if (!isAnnounced(failure)) notify({ color: 'error', text: why })
}

function failedBy(failure: unknown, key: string): Failed {
  const own = failure instanceof ApiFailure ? problemsFrom(failure.problem)[key] : undefined
  const why = own ?? (failure instanceof Error ? failure.message : String(failure))
  return { is: 'failed', why, isPassing: isPassing(failure) }
}

const debounceMs = 700

/**
 * Manages a value being edited: passed on at once if it is chosen, and otherwise when typing pauses, on leaving the
 * field, and on leaving the page.
 */
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
  const change = (value: T, { isValid = true, isWhole = false }: { isValid?: boolean; isWhole?: boolean } = {}) => {
    setEdited({ value })
    if (pending.current) clearTimeout(pending.current.timer)
    pending.current = isValid && !isSame(value, kept) ? { value, timer: setTimeout(flush, debounceMs) } : undefined
    if (isWhole) flush()
  }
  useFlushOnLeaving(flush)
  const forget = () => {
    clearTimeout(pending.current?.timer)
    pending.current = undefined
    setEdited(undefined)
  }
  /** Shows the stored value, unless more was typed in the meantime. */
  const settle = () => {
    if (!pending.current) setEdited(undefined)
  }
  return { value: edited ? edited.value : kept, change, flush, forget, settle }
}

/** Passes on what is typed when its field or the page is left. */
function useFlushOnLeaving(flush: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page is left
  useEffect(() => {
    window.addEventListener('pagehide', flush)
    // On phones a tab in the background may be closed without another event (Page Lifecycle).
    document.addEventListener('visibilitychange', flush)
    return () => {
      window.removeEventListener('pagehide', flush)
      document.removeEventListener('visibilitychange', flush)
      flush()
    }
  }, [])
}
