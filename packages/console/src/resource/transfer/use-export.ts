import { type ExportRun, readExport, readExportProgress } from '@courtcrier/contract/calls/transfer.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ask } from '../../session/ask.ts'

const askMs = 800

export function isUnderWay(status: string | undefined): boolean {
  return status === 'waiting' || status === 'running'
}

/** Returns the current state of the user's own export. */
export function useExport(id: string): ExportRun | undefined {
  const queryClient = useQueryClient()
  const { data } = useQuery({
    queryKey: ['export_run', id],
    queryFn: ({ signal }) => ask(readExport, { id }, { signal }),
  })
  const { data: progress } = useQuery({
    // Not under the entity's name: events must not add to the polling.
    queryKey: ['progress', 'export_run', id],
    queryFn: ({ signal }) => ask(readExportProgress, { id }, { signal }),
    enabled: isUnderWay(data?.status),
    refetchInterval: askMs,
    gcTime: 0,
  })
  const hasEnded = isUnderWay(data?.status) && progress !== undefined && !isUnderWay(progress.status)
  useEffect(() => {
    if (hasEnded) void queryClient.invalidateQueries({ queryKey: ['export_run'] })
  }, [hasEnded, queryClient])
  return data && isUnderWay(data.status) && progress
    ? { ...data, done: progress.done, total: progress.total ?? data.total }
    : data
}
