import { createStore, useStore } from '../ui/store.ts'

const watched = createStore<readonly string[]>([])

/** Shows how far an export is, on whichever page, until somebody closes it. */
export function watchExport(id: string): void {
  watched.set([...watched.get().filter((known) => known !== id), id])
}

export function closeExport(id: string): void {
  watched.set(watched.get().filter((known) => known !== id))
}

export function useWatchedExports(): readonly string[] {
  return useStore(watched)
}
