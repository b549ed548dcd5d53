import type { ImportState } from '@courtcrier/contract/calls/imports.ts'
import type { TransferProgress } from '@courtcrier/contract/calls/transfer.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { importProgress, importState } from './calls.ts'
import { isUnderWay } from './use-export.ts'

const askMs = 800

interface WatchedImport {
  state: ImportState | undefined
  error: Error | null
  progress: TransferProgress | undefined
  refresh: () => Promise<void>
}

/** Returns the current state of an import; while it runs, its progress is polled. */
export function useImport(id: string): WatchedImport {
  const queryClient = useQueryClient()
  const { data: state, error } = useQuery({
    queryKey: ['import_run', 'state', id],
    queryFn: ({ signal }) => importState(id, signal),
  })
  const isRunning = isUnderWay(state?.status)
  const { data: progress } = useQuery({
    // Not under the entity's name: events must not add to the polling.
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
