import { subjectAccess } from '@courtcrier/contract/access.ts'
import { pageLimits } from '@courtcrier/contract/page-limits.ts'
import { type AnyRow, fieldAccess } from '@courtcrier/contract/resource.ts'
import { firm } from '@courtcrier/contract/resources/firm.ts'
import { getResource } from '@courtcrier/contract/resources/registry.ts'
import { useQuery } from '@tanstack/react-query'
import { searchRows } from '../../session/api.ts'
import { useRole } from '../../session/session-store.ts'
import { type ExceptionRecords, namedIds } from './exceptions.ts'

interface FoundRecords {
  isVisible: boolean
  /** How many apply; undefined while that is unknown, or if the role may not see what decides it. */
  inForce: number | undefined
  /** How many there are of those that could apply. */
  total: number | undefined
  /** The latest of those, by name. */
  titles: readonly string[]
  /** Whether the firm has turned all of them off. */
  isOff: boolean
}

const shownTitles = 3

/** Finds the records of an exception that apply, beside the firm's settings: how many, and the latest by name. */
export function useExceptionRecords(records: ExceptionRecords | undefined, settings: AnyRow | undefined): FoundRecords {
  const role = useRole()
  const { inForce, namedBy, onlyWith } = records ?? {}
  const resource = getResource(records?.resource ?? firm.name)
  const isVisible = records !== undefined && subjectAccess(resource.subject, role) !== 'DENY'
  const named = useNamed(isVisible ? namedBy : undefined)
  const canFilter = inForce !== undefined && fieldAccess(resource, inForce.field, role) !== 'DENY'
  const filters = [
    ...(canFilter ? [{ field: inForce.field, in: [inForce.value] }] : []),
    ...(named ? [{ field: 'id', in: named }] : []),
  ]
  const isNone = named?.length === 0
  const { data } = useQuery({
    queryKey: [resource.name, 'in-force', ...(namedBy ? [named ?? null] : [])],
    queryFn: ({ signal }) =>
      searchRows(resource, { max: shownTitles, sort: [{ field: 'createdAt', isDescending: true }], filters }, signal),
    enabled: isVisible && !isNone && (namedBy === undefined || named !== undefined),
  })
  const titles = (data?.rows ?? []).map((row) => String(row[resource.title] ?? '')).filter((title) => title !== '')
  const total = isNone ? 0 : data?.total
  const isOn = onlyWith === undefined || (settings && settings[onlyWith.key] !== false)
  return { isVisible, titles, total, inForce: isOn ? total : isOn === false ? 0 : undefined, isOff: isOn === false }
}

/** Returns the IDs of the records that active ones of another resource name; undefined while unknown, or if no one asks. */
function useNamed(namedBy: ExceptionRecords['namedBy']): readonly string[] | undefined {
  const role = useRole()
  const resource = getResource(namedBy?.resource ?? firm.name)
  const { field = '', inForce = { field: '', value: '' } } = namedBy ?? {}
  const { data } = useQuery({
    queryKey: [resource.name, 'in-force', field],
    queryFn: ({ signal }) => {
      const filters = [
        { field: inForce.field, in: [inForce.value] },
        { field, isEmpty: false },
      ]
      return searchRows(resource, { max: pageLimits.max, filters }, signal)
    },
    enabled:
      namedBy !== undefined && [field, inForce.field].every((key) => fieldAccess(resource, key, role) !== 'DENY'),
  })
  return namedBy && data && namedIds(data.rows, field).slice(0, pageLimits.valuesInAddress)
}
