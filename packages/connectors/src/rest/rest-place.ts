import { checkedBytes, isSame } from '../checked-bytes.ts'
import type { FileToStore, Problem, Stored } from '../connector.ts'
import type { PlaceSettings, StorePlace, Ways } from '../connector-kind.ts'
import type { FolderPlace } from '../make-folders.ts'
import { conflictOf, folderGone, notWhatWasStored, problemError } from '../problems.ts'
import { multipartBody } from '../ways/multipart.ts'
import { type ApiAnswer, type ApiBody, openServiceApi, type ServiceApi } from '../ways/service-api.ts'
import { addressOf, fillHeaders, fillJson, fillLink, fillText, type RestValues } from './fill.ts'

/** A service with the calls that its settings describe. */
export interface RestPlace {
  folders: FolderPlace
  /** Whether the service creates folders by itself, so that none are asked for. */
  makesFolders: boolean
  connect: () => Promise<void>
  find: (path: string) => Promise<{ size: number | undefined } | undefined>
  read: (path: string) => Promise<AsyncIterable<Uint8Array>>
  upload: (file: FileToStore) => Promise<{ link: string | undefined } | 'taken'>
  remove: (path: string) => Promise<void>
  /** Takes what is there if it has the file's bytes; a conflict if it has others, undefined if nothing is there. */
  adopt: (file: FileToStore) => Promise<Stored | Problem | undefined>
  hasSize: (file: FileToStore) => Promise<boolean>
  taken: (file: FileToStore) => Problem
  notThere: (file: FileToStore) => Problem
}

export function openRestPlace({ credentialId, settings }: StorePlace, { http }: Pick<Ways, 'http'>): RestPlace {
  const api = openServiceApi({ http, credentialId, signIn: { headers: async () => ({}), forget: () => undefined } })
  const readAt = (path: string) => addressOf(settings, demand(settings, 'readPath'), valuesOf(settings, { path }))
  const headers = (file?: FileToStore) => fillHeaders(settings, valuesOf(settings, file ?? { path: '' }))
  const find = (path: string) => findFile(api, { url: readAt(path), path, headers: headers() })
  const read = (path: string) =>
    api.read({ method: 'GET', url: readAt(path), what: `reading "${path}"`, headers: headers() })
  return {
    makesFolders: !settings.folderPath,
    folders: foldersOf(api, settings, { find, headers }),
    connect: async () => {
      demand(settings, 'uploadPath')
      await find('courtcrier-test')
    },
    find,
    read,
    upload: (file) => upload(api, settings, { file, headers: headers(file) }),
    async remove(path) {
      const url = readAt(path)
      await api.call({ method: 'DELETE', url, what: `removing "${path}"`, meant: [404], headers: headers() })
    },
    async adopt(file) {
      const found = await find(file.path)
      if (!found) return undefined
      if (found.size !== undefined && found.size !== file.size) return conflictOf(file.path)
      return (await isSame(await read(file.path), file)) ? { wasThere: true } : conflictOf(file.path)
    },
    async hasSize(file) {
      const found = await find(file.path)
      return found !== undefined && (found.size === undefined || found.size === file.size)
    },
    taken: (file) => conflictOf(file.path),
    notThere: (file) => notWhatWasStored(file.path),
  }
}

const labels = {
  uploadPath: 'the address that saves a document',
  readPath: 'the address that reads a document',
} as const

function demand(settings: PlaceSettings, name: keyof typeof labels): string {
  const template = settings[name]
  if (template) return template
  throw problemError('auth', `The credential lacks ${labels[name]}. Enter it as the service's documentation has it.`)
}

/** Asks for a document without reading it. */
async function findFile(
  api: ServiceApi,
  { url, path, headers }: { url: URL; path: string; headers: Record<string, string> },
): Promise<{ size: number | undefined } | undefined> {
  const answer = await api.head({ url, what: `looking for "${path}"`, meant: [404, 410], headers })
  if (answer.status === 404 || answer.status === 410) return undefined
  const length = answer.headers['content-length']
  const isWhole = length !== undefined && answer.headers['content-encoding'] === undefined
  return { size: isWhole ? Number(length) : undefined }
}

interface Uploading {
  file: FileToStore
  headers: Record<string, string>
}

async function upload(
  api: ServiceApi,
  settings: PlaceSettings,
  { file, headers }: Uploading,
): Promise<{ link: string | undefined } | 'taken'> {
  const values = valuesOf(settings, file)
  const answer = await api.call({
    method: settings.uploadMethod ?? 'PUT',
    url: addressOf(settings, demand(settings, 'uploadPath'), values),
    what: `writing "${file.path}"`,
    // Where folders are made by calls, one was there before.
    meant: [409, 412, ...(settings.folderPath ? [404] : [])],
    // A service that understands it never replaces a document that someone else has put there meanwhile.
    headers: { 'if-none-match': '*', ...headers },
    body: bodyOf(settings, file, values),
  })
  if (answer.status === 404) throw folderGone(values.folder)
  if (answer.status === 409 || answer.status === 412) return 'taken'
  return { link: linkOf(settings, answer, values) }
}

function bodyOf(settings: PlaceSettings, file: FileToStore, values: RestValues): ApiBody {
  const bytes = () => checkedBytes(file)
  if (settings.uploadBody !== 'FORM') return { bytes, size: file.size, type: 'application/octet-stream' }
  const fields = Object.entries(settings.formFields ?? {}).map(
    ([name, template]) => [name, fillText(template, values)] as const,
  )
  return multipartBody(fields, { field: settings.fileField || 'file', fileName: values.name, size: file.size, bytes })
}

function linkOf({ linkTemplate }: PlaceSettings, { json }: ApiAnswer, values: RestValues): string | undefined {
  return linkTemplate ? fillLink(linkTemplate, values, json) : undefined
}

function foldersOf(
  api: ServiceApi,
  settings: PlaceSettings,
  { find, headers }: { find: RestPlace['find']; headers: () => Record<string, string> },
): FolderPlace {
  return {
    find: async (path) => ((await find(path)) ? { isFolder: true } : undefined),
    async makeFolder(path) {
      const values = valuesOf(settings, { path })
      const answer = await api.call({
        method: settings.folderMethod ?? 'POST',
        url: addressOf(settings, settings.folderPath ?? '', values),
        what: `making the folder "${path}"`,
        meant: [404, 405, 409, 412],
        headers: headers(),
        ...(settings.folderBody ? { body: { json: fillJson(settings.folderBody, values) } } : {}),
      })
      // Either it exists, or the one around it doesn't: asking tells which, since services differ in what they answer.
      if (answer.status < 400) return true
      return (await find(path)) ? false : undefined
    },
  }
}

function valuesOf(settings: PlaceSettings, file: { path: string } & Partial<FileToStore>): RestValues {
  const { path, idempotencyKey = '', size = 0, sha256 = '', properties = {} } = file
  const { username, password, token, apiKey, apiSecret } = settings
  const at = path.lastIndexOf('/')
  return {
    path,
    folder: path.slice(0, Math.max(0, at)),
    name: path.slice(at + 1),
    key: idempotencyKey,
    size: String(size),
    sha256,
    username: username ?? '',
    password: password ?? '',
    token: token ?? '',
    apiKey: apiKey ?? '',
    apiSecret: apiSecret ?? '',
    basic: Buffer.from(`${username ?? ''}:${password ?? ''}`).toString('base64'),
    properties,
  }
}
