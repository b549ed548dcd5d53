import { fieldAccess } from '@courtcrier/contract/resource.ts'
import { user } from '@courtcrier/contract/resources/user.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { searchRows } from '../../session/api.ts'
import { useRole } from '../../session/session-store.ts'
import classes from './users.module.css'

const mostNamed = 5

/** Says who else has a role. */
export function RoleMates({ roleId, userId }: { roleId: string; userId: string | undefined }) {
  const { t } = useTranslation()
  const role = useRole()
  const maySee = fieldAccess(user, user.title, role) !== 'DENY' && fieldAccess(user, 'securityRoleId', role) !== 'DENY'
  const { data } = useQuery({
    queryKey: [user.name, 'of-role', roleId],
    queryFn: ({ signal }) =>
      searchRows(user, { max: mostNamed + 1, filters: [{ field: 'securityRoleId', in: [roleId] }] }, signal),
    enabled: maySee,
  })
  if (!data) return null
  const others = data.rows.filter(({ id }) => id !== userId)
  const count = data.total - (others.length < data.rows.length ? 1 : 0)
  const names = others.slice(0, mostNamed).map(({ fullName }) => fullName)
  const list = count > names.length ? [...names, '…'].join(', ') : names.join(', ')
  return <p className={classes.line}>{t('userAccess.onRole', { count, names: list })}</p>
}
