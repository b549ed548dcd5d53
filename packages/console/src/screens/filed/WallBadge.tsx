import { subjectAccess } from '@courtcrier/contract/access.ts'
import type { Filter } from '@courtcrier/contract/query.ts'
import { type AnyRow, fieldAccess, type Resource } from '@courtcrier/contract/resource.ts'
import { ethicalWall } from '@courtcrier/contract/resources/ethical-wall.ts'
import { IconWall } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { recordLink } from '../../resource/record-link.ts'
import { searchRows } from '../../session/api.ts'
import { useRole } from '../../session/session-store.ts'
import classes from './filed.module.css'

/** The walls around a matter or its client, for roles that may know of them; nothing where there is none. */
export function WallBadge({ resource, row }: { resource: Resource; row: AnyRow }) {
  const { t } = useTranslation()
  const role = useRole()
  const around = [
    { field: 'matterId', id: resource.name === 'matter' ? row.id : undefined },
    { field: 'clientId', id: resource.name === 'client' ? row.id : row.clientId },
  ].filter(({ field, id }) => id && fieldAccess(ethicalWall, field, role) !== 'DENY')
  const { data } = useQuery({
    queryKey: [ethicalWall.name, 'around', resource.name, row.id],
    queryFn: async ({ signal }) => {
      const filters = around.map(({ field, id }): Filter => ({ field, in: [String(id)] }))
      const pages = await Promise.all(
        filters.map((filter) => searchRows(ethicalWall, { max: 20, filters: [filter] }, signal)),
      )
      return pages.flatMap(({ rows }) => rows)
    },
    enabled: subjectAccess(ethicalWall.subject, role) !== 'DENY' && around.length > 0,
  })
  if (!data || data.length === 0) return null
  return (
    <p className={classes.wall}>
      <IconWall size={18} stroke={1.6} aria-hidden />
      {data.map(({ id, name }) => (
        <Link key={id} to={recordLink(ethicalWall, id)}>
          {t('filed.wall', { name: name ?? '' })}
        </Link>
      ))}
    </p>
  )
}
