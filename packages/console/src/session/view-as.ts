import { intersectRoles } from '@courtcrier/contract/access.ts'
import { request } from './request.ts'
import { getSession, setSession } from './session-store.ts'
import { loadRole } from './sign-in.ts'

const path = '/api/v1/view-as'
const accept = 'application/json'

/** Views the console as a role, until the user returns to their own or logs out. Throws `ApiFailure`. */
export async function viewAs(roleId: string): Promise<void> {
  const session = getSession()
  if (!session) return
  const ownRole = await loadRole(session.user.securityRoleId)
  const viewed = await loadRole(roleId)
  const body = { type: accept, content: JSON.stringify({ role_id: roleId }) }
  await request({ method: 'POST', path, accept, body, isOwn: true })
  const current = getSession()
  if (current) setSession({ ...current, ownRole, role: intersectRoles(ownRole, viewed) })
}

/** Returns to the user's own role, even if the server can't be notified. */
export async function leaveView(): Promise<void> {
  const session = getSession()
  if (!session?.ownRole) return
  await request({ method: 'DELETE', path, accept }).catch((cause: unknown) =>
    console.warn('The server was not told that the view was left.', cause),
  )
  const { ownRole, ...others } = getSession() ?? session
  if (ownRole) setSession({ ...others, role: ownRole })
}
