import type { StorageLevel } from '@courtcrier/contract/storage-levels.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { apiGet } from '../../session/api.ts'
import classes from './hierarchy.module.css'

interface Moved {
  days: number
  documents: number
  moved: number
}

/** How many of the latest documents the new order would have filed elsewhere than the one before. */
export function MovedNote({ from, to }: { from: readonly StorageLevel[]; to: readonly StorageLevel[] }) {
  const { t } = useTranslation()
  const query = new URLSearchParams({ from: from.join(), to: to.join() })
  const { data } = useQuery({
    queryKey: ['firm', 'storage-moved', String(query)],
    queryFn: ({ signal }) => apiGet<Moved>(`/api/v1/storage_hierarchy/moved?${query}`, { signal }),
    placeholderData: keepPreviousData,
  })
  return (
    <p role="status" className={classes.hint}>
      {data && t('hierarchy.moved', { count: data.moved, days: data.days, documents: data.documents })}
    </p>
  )
}
