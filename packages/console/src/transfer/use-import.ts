import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type ImportState, importProgress, importState, type Progress } from './calls.ts'
import { isUnderWay } from './use-export.ts'

const askMs = 800

interface WatchedImport {
  state: ImportState | undefined
  error: Error | null
  progress: Progress | undefined
  refresh: () => Promise<void>
}

/** An import as it is by now; while it runs it is asked how far it is. */
export function useImport(id: string): WatchedImport {
  const queryClient = useQueryClient()
  const { data: state, error } = useQuery({
    queryKey: ['import_run', 'state', id],
    queryFn: ({ signal }) => importState(id, signal),
  })
  const isRunning = isUnderWay(state?.status)
  const { data: progress } = useQuery({
    // Not under the entity's name: events must not add to the questions that are asked anyway.
    queryKey: ['progress', 'import_run', id],
    queryFn: ({ signal }) => importProgress(id, signal),
    enabled: isRunning,
    refetchInterval: askMs,
    gcTime: 0,
  })
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['import_run'] })
  const hasEnded = isRunning && progress !== undefined && !isUnderWay(progress.status)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it ends
  useEffect(() => {
    if (hasEnded) void refresh()
  }, [hasEnded])
  return { state, error, progress: isRunning ? progress : undefined, refresh }
}
