import * as z from 'zod/mini'
import { type IdService, preferOwn } from '../connector-by-id.ts'
import { findMatterBy, noMatter } from '../pick-matter.ts'
import { problemError } from '../problems.ts'
import { readAnswer } from '../ways/read-answer.ts'
import { forgettingUploads } from '../ways/uploads.ts'
import { planAdditionalData } from './additional-data.ts'
import { filePath, findName, folderPath, foundOf, isComplete, isNamed, listFolder, placeOf } from './folder-listing.ts'
import type { SmokeballApi, SmokeballOptions } from './smokeball-api.ts'
import { uploadToSmokeball } from './upload.ts'

const account = 'account'
const matterForm = z.object({ id: z.string(), number: z.nullish(z.string()), status: z.nullish(z.string()) })
const mattersForm = z.object({ value: z.nullish(z.array(matterForm)), next: z.nullish(z.unknown()) })
const linkForm = z.object({ id: z.nullish(z.string()) })
const downloadForm = z.object({ downloadUrl: z.string() })
const pageSize = 500
const thrownAway: readonly string[] = ['deleted', 'cancelled']
/** A search that finds more matters than this is a mistake. */
const mostPages = 40

/** The matters of an account, with folders and files; names ignore case. */
export function openSmokeballMatters(options: SmokeballOptions): IdService {
  const { api } = options
  return {
    untestable: () =>
      'Smokeball has no place for a test outside of matters. The first copy shows whether documents can be saved to its matter.',
    async rootId() {
      await api.call({ method: 'GET', url: api.at('/matters', { Limit: 1 }), what: 'looking at the matters' })
      return account
    },
    findFolder: (parent, name) => (parent === account ? findMatter(api, name) : findFolder(api, parent, { name })),
    async makeFolder(parent, name) {
      if (parent === account) throw noMatter('Smokeball', name)
      return { id: await makeFolder(options, parent, name), made: true }
    },
    async findFile({ folderId, name }, idempotencyKey) {
      if (folderId === account) return undefined
      const place = placeOf(folderId)
      const { files } = await listFolder(api, place)
      const named = files.filter((each) => isComplete(each) && isNamed(findName(each), name))
      return preferOwn(
        named.map((each) => foundOf(each, place)),
        idempotencyKey,
      )
    },
    async upload(file, target) {
      if (target.folderId === account) throw problemError('rejected', 'Smokeball saves files to matters only.')
      return uploadToSmokeball(file, target, options)
    },
    forgetUpload: forgettingUploads(options),
    read: ({ id }) => readFile(api, id),
    removeFile: ({ id }) => remove(api, filePath(id), 'removing a file'),
    removeFolder: (id) => remove(api, folderPath(placeOf(id)), 'removing a folder'),
    plan: async (properties) => planAdditionalData(properties),
  }
}

async function findFolder(
  api: SmokeballApi,
  parent: string,
  { name, folderId }: { name: string; folderId?: string },
): Promise<string | undefined> {
  const place = placeOf(parent)
  const { folders } = await listFolder(api, place)
  const folder = folders.find(({ id }) => id === folderId) ?? folders.find((each) => isNamed(each.name, name))
  return folder && `${place.matterId}/${folder.id}`
}

/** A folder that Smokeball accepted, and since when (in milliseconds). */
const comingForm = z.object({ folderId: z.string(), askedAt: z.number() })

/** For this long, in milliseconds, an accepted folder is waited for; then Smokeball makes it no more. */
const patienceMs = 10 * 60_000

async function makeFolder(
  { api, place: { firmId }, folderTurns: { awaited }, waitUntil }: SmokeballOptions,
  parent: string,
  name: string,
): Promise<string> {
  const key = { firmId, parentId: parent, name }
  const kept = comingForm.safeParse(await awaited.find(key)).data
  // Names repeat there: asked for once more, a slow folder would come twice.
  const isComing = kept !== undefined && kept.askedAt > Date.now() - patienceMs
  const folderId = isComing ? kept.folderId : await requestFolder(api, parent, name)
  if (!isComing) await awaited.keep(key, { folderId, askedAt: Date.now() })
  // Smokeball only accepts it at first; until it is there, a file would go elsewhere.
  const id = await waitUntil(() => findFolder(api, parent, { name, folderId }))
  if (id === undefined) throw problemError('transient', `Smokeball is still making the folder "${name}".`)
  await awaited.forget(key)
  return id
}

async function readFile(api: SmokeballApi, id: string) {
  const what = 'reading a file'
  const answer = await api.call({ method: 'GET', url: api.at(`${filePath(id)}/download`), what })
  const { downloadUrl: url } = readAnswer(downloadForm, answer, what)
  return api.read({ method: 'GET', url, what, isPresigned: true })
}

async function remove(api: SmokeballApi, path: string, what: string): Promise<void> {
  await api.call({ method: 'DELETE', url: api.at(path), what, meant: [404] })
}

async function findMatter(api: SmokeballApi, name: string): Promise<string | undefined> {
  const matter = await findMatterBy(name, async (search) => {
    const matters = await searchMatters(api, search, `looking for the matter "${name}"`)
    return matters.map(({ id, number }) => ({ id, numbers: [number] }))
  })
  return matter && `${matter.id}/`
}

/** The matters that a search finds, by parties and descriptions too, without those that people threw away. */
async function searchMatters(api: SmokeballApi, Search: string, what: string): Promise<z.output<typeof matterForm>[]> {
  const found = new Map<string, z.output<typeof matterForm>>()
  for (let page = 0, offset = 0; page < mostPages; page++) {
    const url = api.at('/matters', { Search, Offset: offset, Limit: pageSize })
    const { value, next } = readAnswer(mattersForm, await api.call({ method: 'GET', url, what }), what)
    const before = found.size
    for (const matter of value ?? []) found.set(matter.id, matter)
    const count = (value ?? []).length
    offset += count
    if (count === 0 || (count < pageSize && !next))
      return [...found.values()].filter(({ status }) => !thrownAway.includes(status?.toLowerCase() ?? ''))
    if (found.size === before) break
  }
  throw problemError('rejected', `Smokeball's list has no end at ${what}.`)
}

/** Returns the ID that the folder will have; empty if Smokeball doesn't say it. */
async function requestFolder(api: SmokeballApi, parent: string, name: string): Promise<string> {
  const { matterId, folderId } = placeOf(parent)
  const what = `making the folder "${name}"`
  const answer = await api.call({
    method: 'POST',
    url: api.at(`/matters/${matterId}/documents/folders`),
    what,
    body: { json: { name, ...(folderId ? { parentFolderId: folderId } : {}) } },
  })
  return readAnswer(linkForm, answer, what).id ?? ''
}
