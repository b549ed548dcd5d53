import * as z from 'zod/mini'
import { checkedBytes } from '../checked-bytes.ts'
import type { FileToStore } from '../connector.ts'
import { type FoundFile, type IdService, preferOwn, type Target } from '../connector-by-id.ts'
import type { PlaceSettings } from '../connector-kind.ts'
import { createOrShow } from '../pick-matter.ts'
import { homelessOf, sentOf } from '../planned-property.ts'
import { problemError, refuseLarger } from '../problems.ts'
import { isRewritten } from '../sharepoint/names.ts'
import { multipartBody } from '../ways/multipart.ts'
import { readAnswer } from '../ways/read-answer.ts'
import type { ServiceApi } from '../ways/service-api.ts'
import { type Contents, entryId, fullNameOf, idOf, isFolder, isSameName, listContents } from './contents.ts'
import { askForKey } from './copy-keys.ts'
import { findCabinet, findWorkspace } from './find-cabinet.ts'
import type { NetdocumentsHosts } from './hosts.ts'
import { openProfiles, type Profiles } from './profile-attributes.ts'

interface CabinetOptions {
  api: ServiceApi
  hosts: NetdocumentsHosts
  settings: PlaceSettings
}

const madeForm = z.object({ standardAttributes: z.object({ id: entryId }) })
/** The size, if there is one, is a text or a number. */
const uploadedForm = z.object({ id: entryId, size: z.nullish(z.union([z.number(), z.string()])) })

/** The top of a cabinet. */
const top = 'cabinet'
/** A client, the folder above its matters' workspaces, which is not in NetDocuments. */
const clientMark = 'client:'

/**
 * A cabinet of NetDocuments. Where it has workspaces, the first two folders of a path are the keys of a client and of a
 * matter, and the others are folders in the workspace of the matter; where it has none, all are folders.
 */
export function openCabinet({ api, hosts, settings }: CabinetOptions): IdService {
  const cabinet = settings.cabinet ?? ''
  const at = (path: string) => `${hosts.api}${path}`
  const list = (path: string, what: string) => listContents(api, at(path), what)
  const attributesUrl = at(`/v1/cabinet/${encodeURIComponent(cabinet)}/customAttributes`)
  const profiles = openProfiles({ api, url: attributesUrl, settings })
  let hasWorkspaces = false
  return {
    async rootId() {
      hasWorkspaces = (await findCabinet(api, at('/v1/User/cabinets'), settings)).hasWorkspaces
      return top
    },
    async findFolder(parentId, name) {
      if (parentId === top && hasWorkspaces) return `${clientMark}${name}`
      if (parentId.startsWith(clientMark))
        return findWorkspace(api, at, { cabinet, client: parentId.slice(clientMark.length), matter: name })
      const path = parentId === top ? `/v1/Cabinet/${encodeURIComponent(cabinet)}/folders` : contentsOf(parentId)
      return findFolder(await list(path, `looking for "${name}"`), name)
    },
    async makeFolder(parentId, name) {
      if (parentId.startsWith(clientMark)) throw problemError('missing', noWorkspace(parentId, name))
      const place: Record<string, string> = parentId === top ? { cabinet } : { parent: parentId }
      return { id: await makeFolder(api, at('/v1/Folder'), { name, place }), made: true }
    },
    async findFile({ folderId, name }, idempotencyKey) {
      if (!isContainer(folderId)) return undefined
      const entries = await list(contentsOf(folderId), `looking for "${name}"`)
      return findDocument(entries, { name, idempotencyKey }, { api, hosts, profiles })
    },
    async upload(file, target) {
      if (!isContainer(target.folderId)) throw problemError('rejected', noDocuments(target.folderId))
      return upload(file, target, { api, hosts, profiles })
    },
    read: ({ id }) => api.read({ method: 'GET', url: at(`/v1/Document/${id}`), what: 'reading a document' }),
    removeFile: ({ id }) => remove(api, at(`/v1/Document/${id}`)),
    removeFolder: (id) => remove(api, at(`/v1/Folder/${id}`)),
    plan: profiles.plan,
    untestable: () => (hasWorkspaces ? untestable : undefined),
  }
}

const untestable =
  'The cabinet has workspaces, and a test has no client and matter: only the sign-in and the cabinet were tested.'

function contentsOf(containerId: string): string {
  return `/v2/container/${containerId}`
}

function noWorkspace(parentId: string, matter: string): string {
  return `NetDocuments has no workspace for the client "${parentId.slice(clientMark.length)}" and the matter "${matter}" that this account sees. ${createOrShow} The policy's path has to begin with their keys as NetDocuments has them.`
}

/** Whether documents can be in it. */
function isContainer(id: string): boolean {
  return id !== top && !id.startsWith(clientMark)
}

function noDocuments(id: string): string {
  return id === top
    ? "Documents are in folders in NetDocuments, not directly in a cabinet. Add a folder to the policy's path."
    : "The cabinet has workspaces, so the policy's path has to begin with the keys of a client and a matter."
}

async function makeFolder(
  api: ServiceApi,
  url: string,
  { name, place }: { name: string; place: Readonly<Record<string, string>> },
): Promise<string> {
  const what = `making the folder "${name}"`
  // A changed name would not be found again.
  const body = formBody({ name, sanitizeName: 'false', ...place })
  const answer = await api.call({ method: 'POST', url, what, body })
  return readAnswer(madeForm, answer, what).standardAttributes.id
}

function formBody(fields: Readonly<Record<string, string>>) {
  const bytes = Buffer.from(new URLSearchParams(fields).toString())
  const once = async function* () {
    yield bytes
  }
  return { bytes: once, size: bytes.byteLength, type: 'application/x-www-form-urlencoded' }
}

function findFolder(entries: Contents, name: string): string | undefined {
  const folder = entries.find((entry) => isFolder(entry) && isSameName(entry.name, name))
  return folder && idOf(folder)
}

interface DocumentOptions {
  api: ServiceApi
  hosts: NetdocumentsHosts
  profiles: Profiles
}

/** Of several documents with the name, the one with the copy's key counts, if the credential has an attribute for it. */
async function findDocument(
  entries: Contents,
  { name, idempotencyKey }: { name: string; idempotencyKey: string | undefined },
  { api, hosts, profiles }: DocumentOptions,
): Promise<FoundFile | undefined> {
  const ids = entries.filter((each) => !isFolder(each) && isSameName(fullNameOf(each), name)).map(idOf)
  const attribute = ids.length > 0 && idempotencyKey !== undefined ? await profiles.keyAttribute() : undefined
  const found: FoundFile[] = []
  for (const id of ids) {
    const url = `${hosts.api}/v1/Document/${id}/info`
    const key = attribute === undefined ? undefined : await askForKey(api, { url, attribute })
    found.push({ id, link: linkTo(hosts, id), idempotencyKey: key })
  }
  return preferOwn(found, idempotencyKey)
}

/** In bytes (NetDocuments, "Limitations Reference Guide"). */
const largest = 2 ** 30

async function upload(
  file: FileToStore,
  { folderId, name }: Target,
  { api, hosts, profiles }: DocumentOptions,
): Promise<FoundFile> {
  refuseLarger(file, 'NetDocuments', largest)
  const planned = await profiles.plan(file.properties)
  const keyId = await profiles.keyAttribute()
  const attributes = [
    ...sentOf(planned).map(({ id, value }) => ({ id, value })),
    ...(keyId === undefined ? [] : [{ id: keyId, value: file.idempotencyKey }]),
  ]
  const unknown = homelessOf(planned)
  const what = `writing "${name}"`
  const answer = await api.call({
    method: 'POST',
    url: `${hosts.api}/v1/Document/upload`,
    what,
    body: multipartBody(
      [
        ['destination', folderId],
        ['addToRecent', 'false'],
        // Otherwise a document without every required attribute is refused.
        ['partialProfiling', 'true'],
        ...(attributes.length > 0 ? ([['profile', JSON.stringify(attributes)]] as const) : []),
      ],
      { field: 'file', fileName: name, size: file.size, bytes: () => checkedBytes(file) },
    ),
  })
  const { id, size } = readAnswer(uploadedForm, answer, what)
  const remark =
    unknown.length > 0
      ? `These document properties are no attributes of the cabinet: ${unknown.join(', ')}.`
      : undefined
  return { id, size: isRewritten(name) ? undefined : lengthIn(size), link: linkTo(hosts, id), remark }
}

/** Undefined if it isn't in bytes. */
function lengthIn(size: string | number | null | undefined): number | undefined {
  return /^\d{1,15}$/.test(String(size)) ? Number(size) : undefined
}

function linkTo({ vault }: NetdocumentsHosts, id: string): string {
  return `${vault}/neWeb2/goId.aspx?id=${id}`
}

async function remove(api: ServiceApi, url: string): Promise<void> {
  await api.call({ method: 'DELETE', url, what: 'removing a file', meant: [404] })
}
