import type { Readable } from 'node:stream'
import type { ApiAnswer, ApiBody, ServiceApi } from '../ways/service-api.ts'
import type { DropboxHosts } from './place.ts'

/** How Dropbox is called: all calls are POST, with arguments in the body or, beside bytes, in a header. */
export interface DropboxCalls {
  tell: (call: string, argument: object | null, options: CallOptions) => Promise<ApiAnswer>
  send: (call: string, argument: object, options: CallOptions & { body: ApiBody }) => Promise<ApiAnswer>
  read: (call: string, argument: object, what: string) => Promise<Readable>
  /** Sets the namespace in which paths begin; undefined for the person's own files. */
  setRoot: (namespaceId: string | undefined) => void
}

interface CallOptions {
  what: string
  meant?: readonly number[]
}

export function openCalls({ api, hosts }: { api: ServiceApi; hosts: DropboxHosts }): DropboxCalls {
  let rootHeader: Record<string, string> = {}
  return {
    tell: (call, json, options) =>
      api.call({ ...options, method: 'POST', url: `${hosts.api}/2/${call}`, headers: rootHeader, body: { json } }),
    send: (call, argument, options) =>
      api.call({
        ...options,
        method: 'POST',
        url: `${hosts.content}/2/${call}`,
        headers: { ...rootHeader, 'dropbox-api-arg': headerOf(argument) },
      }),
    read: (call, argument, what) =>
      api.read({
        method: 'POST',
        url: `${hosts.content}/2/${call}`,
        what,
        headers: { ...rootHeader, 'dropbox-api-arg': headerOf(argument) },
      }),
    setRoot: (root) => {
      rootHeader = root === undefined ? {} : { 'dropbox-api-path-root': headerOf({ '.tag': 'root', root }) }
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
