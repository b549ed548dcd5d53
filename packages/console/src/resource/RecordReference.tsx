import { routeAccess } from '@courtcrier/contract/access.ts'
import { findResource } from '@courtcrier/contract/resources/registry.ts'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { RecordTitle } from '../fields/RecordTitle.tsx'
import { useRole } from '../session/session-store.ts'
import { useTitleOf } from '../session/titles.ts'
import { useFaces } from './face.ts'
import { listedResources } from './listed-resources.ts'
import { recordLink, recordPagePath } from './record-address.ts'

interface RecordReferenceProps {
  entity: string
  id: string
  /** Shown instead of the record's title. */
  children?: ReactNode
}

/** Shows a record's title as a link to its page or, without one, to its place in its list, if the role may open it. */
export function RecordReference({ entity, id, children }: RecordReferenceProps) {
  const role = useRole()
  const faces = useFaces()
  const { data: title } = useTitleOf(entity, id)
  const resource = findResource(entity)
  const isOpen = resource && (resource.access === '' || routeAccess(resource.access, role) !== 'DENY')
  if (!title || !isOpen || !listedResources(faces).includes(resource)) return <RecordTitle entity={entity} id={id} />
  const hasPage = faces.some(({ resource: name, page }) => name === entity && page)
  return (
    <Link to={hasPage ? recordPagePath(resource, id) : recordLink(resource, id)}>{children ?? <bdi>{title}</bdi>}</Link>
  )
}
