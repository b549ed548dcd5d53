import type { Role } from '@courtcrier/contract/access.ts'
import { user } from '@courtcrier/contract/resources/user.ts'
import { useQueries } from '@tanstack/react-query'
import { getRow } from '../../session/api.ts'
import { useRoles } from './use-roles.ts'

/** People by the role that they have now, once it is known. */
export function useJoining(ids: readonly string[]): { role: Role; names: string[] }[] {
  const roles = useRoles()
  const people = useQueries({
    queries: ids.map((id) => ({
      queryKey: [user.name, 'row', id],
      queryFn: ({ signal }: { signal: AbortSignal }) => getRow(user, id, signal),
    })),
  }).flatMap(({ data }) => (data ? [data] : []))
  return roles.flatMap((role) => {
    const names = people.filter(({ securityRoleId }) => securityRoleId === role.id).map(({ fullName }) => fullName)
    return names.length > 0 ? [{ role, names }] : []
  })
}
