import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type ExportRun, exportOf, exportProgress } from './calls.ts'

const askMs = 800

export function isUnderWay(status: string | undefined): boolean {
  return status === 'waiting' || status === 'running'
}

/** One's own export as it is by now. */
export function useExport(id: string): ExportRun | undefined {
  const queryClient = useQueryClient()
  const { data } = useQuery({ queryKey: ['export_run', id], queryFn: ({ signal }) => exportOf(id, signal) })
  const { data: progress } = useQuery({
    // Not under the entity's name: events must not add to the questions that are asked anyway.
    queryKey: ['progress', 'export_run', id],
    queryFn: ({ signal }) => exportProgress(id, signal),
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
