import * as z from 'zod/mini'
import { type FoundFile, type IdService, preferOwn } from '../connector-by-id.ts'
import { findMatterBy, noMatter } from '../pick-matter.ts'
import { problemError } from '../problems.ts'
import { idForm, readAnswer } from '../ways/read-answer.ts'
import { forgettingUploads } from '../ways/uploads.ts'
import { type ClioApi, type ClioOptions, listAll } from './clio-api.ts'
import { childFolders, parentFrom, parentId, placementIn } from './clio-folders.ts'
import { openCategories } from './document-category.ts'
import { findDocuments, foundOf, isComplete, removeDocument } from './documents.ts'
import { uploadToClio } from './upload.ts'

const account = 'account'
const matterForm = z.object({ id: idForm, display_number: z.nullish(z.string()) })
const madeForm = z.object({ data: z.object({ id: idForm }) })

/** The matters of an account, with folders and documents. Clio lets names repeat, so they are looked up before. */
export function openClioMatters(options: ClioOptions): IdService {
  const { api } = options
  const categories = openCategories(api)
  return {
    untestable: () =>
      'Clio has no place for a test outside of matters. The first copy shows whether documents can be saved to its matter.',
    async rootId() {
      const what = 'looking at the user of the credential'
      readAnswer(
        madeForm,
        await api.call({ method: 'GET', url: api.at('/users/who_am_i.json', { fields: 'id' }), what }),
        what,
      )
      return account
    },
    findFolder: (parent, name) => (parent === account ? findMatter(api, name) : findFolder(api, parent, name)),
    async makeFolder(parent, name) {
      if (parent === account) throw noMatter('Clio', name)
      return makeFolder(api, parent, name)
    },
    findFile: (target, idempotencyKey) => findFile(api, target, idempotencyKey),
    upload: async (file, target) => {
      if (target.folderId === account) throw problemError('rejected', 'Clio saves documents to matters only.')
      return uploadToClio(file, target, { ...options, categories })
    },
    forgetUpload: forgettingUploads(options),
    read: ({ id }) =>
      api.read({ method: 'GET', url: api.at(`/documents/${id}/download.json`), what: 'reading a document' }),
    removeFile: ({ id }) => removeDocument(api, id),
    async removeFolder(id) {
      const url = api.at(`/folders/${parentFrom(id).id}.json`)
      await api.call({ method: 'DELETE', url, what: 'removing a folder', meant: [404] })
    },
    plan: categories.plan,
  }
}

async function findFile(
  api: ClioApi,
  { folderId, name }: Parameters<IdService['findFile']>[0],
  idempotencyKey: string | undefined,
): Promise<FoundFile | undefined> {
  if (folderId === account) return undefined
  const placement = await placementIn(api, parentFrom(folderId))
  const documents = await findDocuments(api, placement, { query: name })
  const named = documents.filter((each) => each.name === name && isComplete(each))
  return preferOwn(
    named.map((each) => foundOf(each, api)),
    idempotencyKey,
  )
}

/** By its display number: Clio's search knows no custom numbers, so that one would be found by chance only. */
async function findMatter(api: ClioApi, name: string): Promise<string | undefined> {
  const matter = await findMatterBy(name, async (query) => {
    const matters = await listAll(api, {
      path: '/matters.json',
      query: { query, fields: 'id,display_number' },
      item: matterForm,
      what: `looking for the matter "${name}"`,
    })
    return matters.map(({ id, display_number: number }) => ({ id, numbers: [number] }))
  })
  return matter && parentId({ type: 'Matter', id: matter.id })
}

async function findFolder(api: ClioApi, parent: string, name: string): Promise<string | undefined> {
  const folder = (await childFolders(api, parentFrom(parent))).find((each) => each.name === name)
  return folder && parentId({ type: 'Folder', id: folder.id })
}

async function makeFolder(api: ClioApi, parent: string, name: string): Promise<{ id: string; made: boolean }> {
  const what = `making the folder "${name}"`
  const { type, id } = parentFrom(parent)
  const answer = await api.call({
    method: 'POST',
    url: api.at('/folders.json', { fields: 'id' }),
    what,
    meant: [422],
    body: { json: { data: { name, parent: { id: Number(id), type } } } },
  })
  if (answer.status !== 422)
    return { id: parentId({ type: 'Folder', id: readAnswer(madeForm, answer, what).data.id }), made: true }
  // Someone was faster, or Clio refuses the name.
  const existing = await findFolder(api, parent, name)
  if (existing === undefined) throw problemError('rejected', `Clio refused ${what} (422).`)
  return { id: existing, made: false }
}
