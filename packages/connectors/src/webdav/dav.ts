import { parentOf } from '../folder-tree.ts'
import { folderGone, StoreProblemError } from '../problems.ts'
import { httpProblem, readAll } from '../ways/http-problem.ts'
import type { StoreAnswer } from '../ways/store-http.ts'
import { propertyUpdate, refusalIn } from './properties.ts'
import type { AskSigned, Unsigned } from './signed-request.ts'

/** An entry at an address. */
export interface DavEntry {
  isFolder: boolean
  /** In bytes; undefined if the server doesn't state it. */
  size: number | undefined
}

export interface DavOptions {
  root: URL
  askSigned: AskSigned
}

/** A folder on a WebDAV server (RFC 4918), with the few calls that copies need; paths are relative to it. */
export function openDav({ root, askSigned }: DavOptions) {
  const addressOf = (path: string) => {
    const below = path.split('/').map(encodeURIComponent).join('/')
    return new URL(root.href.replace(/(?<!\/)\/*$/, '/') + below)
  }
  /** Returns the answer if its status is expected. Throws the problem that any other status means. */
  const ask = async (
    method: string,
    path: string,
    {
      meant,
      headers = {},
      body,
    }: { meant: readonly number[]; headers?: Record<string, string>; body?: Unsigned['body'] },
  ): Promise<StoreAnswer> => {
    const answer = await askSigned({ method, url: addressOf(path), headers, body })
    if (meant.includes(answer.status)) return answer
    answer.body.destroy()
    throw new StoreProblemError(httpProblem(answer, whatOf(method, path)))
  }
  const status = async (...[method, path, options]: Parameters<typeof ask>): Promise<number> => {
    const answer = await ask(method, path, options)
    await readAll(answer, whatOf(method, path))
    return answer.status
  }
  /** Returns the status of a call for a file whose folder was there before. */
  const statusInFolder = async (method: string, path: string, options: Parameters<typeof ask>[2]): Promise<number> => {
    const answered = await status(method, path, { ...options, meant: [...options.meant, ...goneStatuses] })
    if (goneStatuses.includes(answered)) throw folderGone(parentOf(path))
    return answered
  }
  return {
    addressOf,
    async find(path: string): Promise<DavEntry | undefined> {
      const answer = await ask('PROPFIND', path, { meant: [207, 404], headers: { depth: '0' } })
      const xml = Buffer.from(await readAll(answer, whatOf('PROPFIND', path))).toString()
      if (answer.status === 404) return undefined
      const size = /<(?:[\w-]+:)?getcontentlength[^<>]*>\s*(\d+)\s*</i.exec(xml)?.[1]
      return {
        isFolder: /<(?:[\w-]+:)?collection\b/i.test(xml),
        size: size === undefined ? undefined : Number(size),
      }
    },
    /** True if the folder was created, false if something has the name, undefined if its parent is missing. */
    async makeFolder(path: string): Promise<boolean | undefined> {
      const made = await status('MKCOL', asFolder(path), { meant: [201, 405, 409] })
      return made === 409 ? undefined : made === 201
    },
    async write(path: string, body: () => AsyncIterable<Uint8Array>, size: number): Promise<void> {
      await statusInFolder('PUT', path, { meant: [200, 201, 204], headers: { 'content-length': String(size) }, body })
    },
    async read(path: string): Promise<AsyncIterable<Uint8Array>> {
      return (await ask('GET', path, { meant: [200] })).body
    },
    /** Renames a file. Returns false if the name is taken. */
    async move(from: string, to: string): Promise<boolean> {
      const headers = { destination: addressOf(to).href, overwrite: 'F' }
      return (await statusInFolder('MOVE', from, { meant: [201, 204, 412], headers })) !== 412
    },
    /** Saves a file's properties if the server supports it. Returns a sentence if it doesn't. */
    async describe(path: string, properties: Readonly<Record<string, string>>): Promise<string | undefined> {
      const update = propertyUpdate(properties)
      if (update === undefined) return undefined
      const bytes = Buffer.from(update)
      const headers = { 'content-type': 'application/xml; charset=utf-8', 'content-length': String(bytes.byteLength) }
      const answer = await ask('PROPPATCH', path, { meant: [207, ...refusals], headers, body: () => oneChunk(bytes) })
      const text = Buffer.from(await readAll(answer, whatOf('PROPPATCH', path))).toString()
      const refusal = answer.status === 207 ? refusalIn(text) : answer.status
      return refusal === undefined ? undefined : `The server did not save its document properties (${refusal}).`
    },
    async remove(path: string): Promise<void> {
      await status('DELETE', path, { meant: [200, 204, 404] })
    },
    async removeFolder(path: string): Promise<void> {
      await status('DELETE', asFolder(path), { meant: [200, 204, 404] })
    },
  }
}

/** Folders are called with a slash at the end (RFC 4918, 5.2): nginx makes and removes none without it. */
function asFolder(path: string): string {
  return `${path}/`
}

/** What servers answer in a folder that isn't there: 409 (RFC 4918, 9.7.1), or what it is for a file. */
const goneStatuses: readonly number[] = [404, 409]

/** Statuses with which a server says that it stores no properties, which is no reason not to save the document. */
const refusals = [400, 403, 404, 405, 409, 411, 413, 415, 422, 424, 500, 501]

async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

function whatOf(method: string, path: string): string {
  return `${words[method] ?? method} "${path || '/'}"`
}

const words: Readonly<Record<string, string>> = {
  PROPFIND: 'looking at',
  MKCOL: 'making the folder',
  PUT: 'writing',
  GET: 'reading',
  MOVE: 'naming',
  DELETE: 'removing',
  PROPPATCH: 'describing',
}
