import { user } from '@courtcrier/contract/resources/user.ts'
import { useQuery } from '@tanstack/react-query'
import { searchRows } from '../../session/api.ts'

export interface ServiceAccount {
  id: string
  name: string
  roleId: string
}

/** Returns the firm's service accounts that are in use; empty until loaded. */
export function useServiceAccounts(isEnabled: boolean): readonly ServiceAccount[] {
  const { data } = useQuery({
    queryKey: [user.name, 'service-accounts'],
    queryFn: ({ signal }) =>
      searchRows(
        user,
        {
          max: 100,
          filters: [
            { field: 'isServiceAccount', in: ['true'] },
            { field: 'isActive', in: ['true'] },
          ],
        },
        signal,
      ),
    enabled: isEnabled,
  })
  const rows = data?.rows ?? []
  return rows.map(({ id, fullName, securityRoleId }) => ({
    id: String(id),
    name: String(fullName ?? ''),
    roleId: String(securityRoleId ?? ''),
  }))
}
