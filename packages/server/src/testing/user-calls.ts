import { newId } from '../base/db/ids.ts'
import { type ApiCall, type TestApi, testEmail, testPassword } from './api.ts'
import { makeExamples } from './examples.ts'

/** Returns requests to the write routes of users' invitations and sessions that succeed at what the route is for. */
export function userCalls(api: TestApi): Readonly<Record<string, () => Promise<Partial<ApiCall>>>> {
  const { idOfNew } = makeExamples(api)
  const url = `/api/v1/user/${api.userIds[1]['View Only']}/sessions`
  const begin = () => {
    const body = { username: testEmail('View Only'), password: testPassword }
    return api.call({ method: 'POST', url: '/api/v1/auth/login', body })
  }
  return {
    'POST /user/invitations': async () => ({
      body: {
        people: [{ email: `${newId()}@one.example`, full_name: 'Ivy Invited' }],
        security_role_id: api.firms[1].roleIds['View Only'],
      },
    }),
    'DELETE /user/{id}/invitation': async () => {
      const invitation = `/api/v1/user/${await idOfNew('user')}/invitation`
      await api.call({ as: 'Administrator', method: 'POST', url: invitation })
      return { url: invitation }
    },
    'POST /user/{id}/end-sessions': async () => {
      await begin()
      return { url: url.replace('sessions', 'end-sessions') }
    },
    'DELETE /user/{id}/sessions/{sessionId}': async () => {
      await begin()
      const listed = await api.call({ as: 'Administrator', url })
      const [session] = listed.json().sessions as { id: string }[]
      return { url: `${url}/${session?.id}` }
    },
  }
}
