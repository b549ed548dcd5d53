import type { Readable } from 'node:stream'
import type { ApiAnswer, ApiBody } from '../ways/service-api.ts'
import type { DropboxOptions } from './place.ts'
import { headerOf, openTeamSpace } from './team-space.ts'

/** How Dropbox is called: all calls are POST, with arguments in the body or, beside bytes, in a header. */
export interface DropboxCalls {
  tell: (call: string, argument: object | null, options: CallOptions) => Promise<ApiAnswer>
  send: (call: string, argument: object, options: CallOptions & { body: ApiBody }) => Promise<ApiAnswer>
  read: (call: string, argument: object, what: string) => Promise<Readable>
  /** Looks again in which namespace paths begin. */
  renewRoot: () => Promise<void>
}

interface CallOptions {
  what: string
  meant?: readonly number[]
}

export function openCalls({ api, hosts }: Pick<DropboxOptions, 'api' | 'hosts'>): DropboxCalls {
  const space = openTeamSpace({ api, hosts })
  const withArgument = async (argument: object) => ({
    ...(await space.header()),
    'dropbox-api-arg': headerOf(argument),
  })
  return {
    tell: async (call, json, options) =>
      api.call({
        ...options,
        method: 'POST',
        url: `${hosts.api}/2/${call}`,
        headers: await space.header(),
        body: { json },
      }),
    send: async (call, argument, options) =>
      api.call({
        ...options,
        method: 'POST',
        url: `${hosts.content}/2/${call}`,
        headers: await withArgument(argument),
      }),
    read: async (call, argument, what) =>
      api.read({ method: 'POST', url: `${hosts.content}/2/${call}`, what, headers: await withArgument(argument) }),
    renewRoot: space.renew,
  }
}
