import { type ApiCall, type TestApi, testEmail, testPassword } from './api.ts'

type Prepare = () => Promise<Partial<ApiCall>>

/** Returns requests to the write routes of a user's own sessions. */
export function sessionCalls(api: TestApi): Readonly<Record<string, Prepare>> {
  const begin = async () => {
    const body = { username: testEmail('View Only'), password: testPassword }
    const answer = await api.call({ method: 'POST', url: '/api/v1/auth/login', body })
    return { authorization: `Bearer ${answer.json().access_token}` }
  }
  return {
    'DELETE /auth/sessions/{id}': async () => {
      await begin()
      const headers = await begin()
      const listed = await api.call({ url: '/api/v1/auth/sessions', headers })
      const other = (listed.json().sessions as { id: string; is_current: boolean }[]).find((each) => !each.is_current)
      return { as: undefined, headers, url: `/api/v1/auth/sessions/${other?.id}` }
    },
    'POST /auth/sessions/end-others': async () => {
      await begin()
      return { as: undefined, headers: await begin() }
    },
  }
}
