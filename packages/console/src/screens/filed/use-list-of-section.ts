import { filedSections, filedUnder, mayList } from '@courtcrier/contract/filed.ts'
import { findField, type Resource } from '@courtcrier/contract/resource.ts'
import { getResource } from '@courtcrier/contract/resources/registry.ts'
import { useQuery } from '@tanstack/react-query'
import { type ListLink, listLink } from '../../resource/list-link.ts'
import { filedRows } from '../../session/api.ts'
import { useRole } from '../../session/session-store.ts'

/** More than these, and the address of the list would be too long. */
const mostValues = 40

/**
 * Returns the list that has exactly a section's records: those whose field is the page's record, or one of the records
 * between. Undefined if no filter says that, or the role can't open the list.
 */
export function useListOfSection(section: { under: string; id: string; entity: string }): ListLink | undefined {
  const role = useRole()
  const { under, id, entity } = section
  const resource = getResource(entity)
  const way = wayOf(section)
  const between = way?.between
  const { data } = useQuery({
    queryKey: [between?.name, 'filed', under, id, 'ids'],
    queryFn: ({ signal }) =>
      filedRows(between ?? resource, { under, id }, { max: mostValues, offset: 0 }, signal).then((page) => ({
        ids: page.rows.map((row) => String(row.id)),
        isWhole: page.total <= mostValues,
      })),
    enabled: between !== undefined && isListed(section, between.name, role),
  })
  if (!way) return undefined
  if (!between) return listLink(resource, [{ field: way.field, in: [id] }], role)
  return data?.isWhole && data.ids.length > 0
    ? listLink(resource, [{ field: way.field, in: data.ids }], role)
    : undefined
}

/** Returns the field that leads from a section's records to the page's record, and the resource between them if any. */
function wayOf({
  under,
  entity,
}: {
  under: string
  entity: string
}): { field: string; between?: Resource } | undefined {
  const name = filedUnder.find((known) => known === under)
  const by = name && filedSections(name).find((section) => section.entity === entity)?.by
  const [first, second, ...more] = by ?? []
  if (!first || first[0] !== entity || (second && second[0] === entity)) return undefined
  const target = findField(getResource(entity), first[1])?.resource
  if (!second) return target === under ? { field: first[1] } : undefined
  return target === second[0] && (more.length === 0 || under !== target)
    ? { field: first[1], between: getResource(second[0]) }
    : undefined
}

function isListed({ under }: { under: string }, entity: string, role: ReturnType<typeof useRole>): boolean {
  const name = filedUnder.find((known) => known === under)
  const section = name && filedSections(name).find((each) => each.entity === entity)
  return section !== undefined && mayList(section, role)
}
