import { expect } from 'vitest'
import type { ApiAnswer, TestApi } from './api.ts'
import { signInThere } from './sign-on-browser.ts'

export const dmsRedirectUris = ['https://one.example', 'https://two.example'].map(
  (origin) => `${origin}/api/v1/dms-sign-in/callback`,
)

/** A browser that is about to come back from the service. */
export interface DmsVisit {
  attempt: string
  /** The console's part of the way back, with the code and the state. */
  callback: string
  cookie: string
}

/** Signs in to a DMS as the console and a browser do; `key` is the path of a credential: `box_credential/…`. */
export function dmsSignIns(api: TestApi) {
  const begin = (key: string): Promise<ApiAnswer> =>
    api.call({ as: 'Administrator', method: 'POST', url: `/api/v1/${key}/sign-in` })
  const visit = async (key: string): Promise<DmsVisit> => {
    const began = await begin(key)
    expect(began.status, began.text).toBe(200)
    const { attempt, url } = began.json()
    expect(url, began.text).toBeTypeOf('string')
    const cookie = String(began.headers['set-cookie'] ?? '').split(';')[0] ?? ''
    return { attempt: String(attempt), callback: await signInThere(String(url), dmsRedirectUris), cookie }
  }
  const comeBack = async ({ attempt, callback, cookie }: DmsVisit) => {
    const answer = await api.call({ url: callback, headers: { cookie } })
    expect(answer.status, answer.text).toBe(302)
    const state = await api.call({ url: `/api/v1/dms-sign-in/${attempt}`, headers: { cookie } })
    expect(state.status, state.text).toBe(200)
    return {
      ...(state.json() as { state: string; sentence: string | null }),
      location: String(answer.headers.location),
    }
  }
  return { begin, visit, comeBack, signIn: async (key: string) => comeBack(await visit(key)) }
}
