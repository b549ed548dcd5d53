import { subjectAccess } from '@courtcrier/contract/access.ts'
import type { Filter } from '@courtcrier/contract/query.ts'
import { fieldAccess } from '@courtcrier/contract/resource.ts'
import { ethicalWall } from '@courtcrier/contract/resources/ethical-wall.ts'
import { IconWall } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { recordLink } from '../../resource/record-address.ts'
import { searchRows } from '../../session/api.ts'
import { useRole } from '../../session/session-store.ts'
import './text.ts'
import classes from './filed.module.css'

interface WallBadgeProps {
  matterId?: unknown
  clientId?: unknown
}

/**
 * Shows the walls around a client, or around a matter and its client, for roles that may see them; empty if there are
 * none.
 */
export function WallBadge({ matterId, clientId }: WallBadgeProps) {
  const { t } = useTranslation()
  const role = useRole()
  const around = [
    { field: 'matterId', id: matterId },
    { field: 'clientId', id: clientId },
  ].filter(({ field, id }) => id && fieldAccess(ethicalWall, field, role) !== 'DENY')
  const { data } = useQuery({
    queryKey: [ethicalWall.name, 'around', matterId, clientId],
    queryFn: async ({ signal }) => {
      const filters = around.map(({ field, id }): Filter => ({ field, in: [String(id)] }))
      const pages = await Promise.all(
        filters.map((filter) => searchRows(ethicalWall, { max: 20, filters: [filter] }, signal)),
      )
      // A wall may be around both.
      return [...new Map(pages.flatMap(({ rows }) => rows).map((wall) => [wall.id, wall])).values()]
    },
    enabled: subjectAccess(ethicalWall.subject, role) !== 'DENY' && around.length > 0,
  })
  if (!data || data.length === 0) return null
  return (
    <p className={classes.wall}>
      <IconWall size={18} stroke={1.6} aria-hidden />
      {data.map((wall) => (
        <Link key={wall.id} to={recordLink(ethicalWall, wall.id)}>
          {t(matterId && wall.matterId !== matterId ? 'filed.clientWall' : 'filed.wall', { name: wall.name ?? '' })}
        </Link>
      ))}
    </p>
  )
}
