import * as z from 'zod/mini'
import { readAnswer } from '../ways/read-answer.ts'
import type { DropboxOptions } from './place.ts'

/** The namespace in which the paths of a credential begin. */
export interface TeamSpace {
  /** The header that names it; none for the person's own files. Asks for it once if it isn't known. */
  header: () => Promise<Header>
  /** Asks for it again. Until the answer is there, calls go on in the namespace that is known. */
  renew: () => Promise<void>
}

type Header = Readonly<Record<string, string>>

const accountForm = z.object({
  root_info: z.object({ root_namespace_id: z.string(), home_namespace_id: z.string() }),
})

/**
 * In a team, the firm's files are in a space above each person's own folder (Dropbox, "Team files guide"). A call
 * without the header would be in the person's own, so none is sent before the account is known.
 */
export function openTeamSpace({ api, hosts }: Pick<DropboxOptions, 'api' | 'hosts'>): TeamSpace {
  let known: Header | undefined
  let asking: Promise<Header> | undefined
  const ask = async (): Promise<Header> => {
    const what = 'looking at the account'
    const url = `${hosts.api}/2/users/get_current_account`
    const answer = await api.call({ method: 'POST', url, what, body: { json: null } })
    const { root_namespace_id: root, home_namespace_id: home } = readAnswer(accountForm, answer, what).root_info
    known = root === home ? {} : { 'dropbox-api-path-root': headerOf({ '.tag': 'root', root }) }
    return known
  }
  const askOnce = () => {
    asking ??= ask().finally(() => {
      asking = undefined
    })
    return asking
  }
  return {
    header: async () => known ?? askOnce(),
    async renew() {
      await askOnce()
    },
  }
}

/** Headers are ASCII, so other characters are escaped as JSON allows (Dropbox HTTP documentation, "Formats"). */
export function headerOf(argument: object): string {
  return JSON.stringify(argument).replace(
    /[\u007f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
