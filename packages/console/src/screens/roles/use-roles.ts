import type { Role } from '@courtcrier/contract/access.ts'
import { roleFromRow, userSecurityRole } from '@courtcrier/contract/resources/user-security-role.ts'
import { useQuery } from '@tanstack/react-query'
import { searchRows } from '../../session/api.ts'

/** Returns the firm's roles, by name; empty until loaded. */
export function useRoles(): readonly Role[] {
  const { data } = useQuery({
    queryKey: [userSecurityRole.name, 'roles'],
    queryFn: ({ signal }) => searchRows(userSecurityRole, { max: 100 }, signal),
    select: ({ rows }) => rows.map((row) => roleFromRow({ ...row })),
  })
  return data ?? []
}
