import { createStore, useStore } from '../../ui/store.ts'

const watched = createStore<readonly string[]>([])

/** Shows an export's progress on every page until it is closed. */
export function watchExport(id: string): void {
  watched.set([...watched.get().filter((known) => known !== id), id])
}

export function closeExport(id: string): void {
  watched.set(watched.get().filter((known) => known !== id))
}

export function useWatchedExports(): readonly string[] {
  return useStore(watched)
}
