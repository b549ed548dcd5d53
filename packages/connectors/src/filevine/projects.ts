import path from 'node:path'
import * as z from 'zod/mini'
import { isSame } from '../checked-bytes.ts'
import type { FileToStore } from '../connector.ts'
import type { IdService, Target } from '../connector-by-id.ts'
import { createOrShow, findMatterBy } from '../pick-matter.ts'
import { problemError, type StoreProblemError } from '../problems.ts'
import { readAnswer } from '../ways/read-answer.ts'
import { forgettingUploads } from '../ways/uploads.ts'
import { bill } from './billing.ts'
import { openBillingPlan } from './billing-plan.ts'
import {
  documentForm,
  type FilevineFile,
  type FilevineOptions,
  fileOf,
  isNamed,
  isOwn,
  ownUnder,
  partsOfId,
  readDocument,
  removeDocument,
} from './documents.ts'
import { type FilevineApi, identifierForm, listAll, type Query } from './filevine-api.ts'
import { planHashtags, tag } from './hashtags.ts'
import { uploadToFilevine } from './upload.ts'

const organization = 'organization'
const projectForm = z.object({
  projectid: identifierForm,
  projectname: z.nullish(z.string()),
  projectorclientname: z.nullish(z.string()),
  number: z.nullish(z.string()),
  rootdocfolderid: z.nullish(identifierForm),
  projecturl: z.nullish(z.string()),
})
type Project = z.output<typeof projectForm>
/** Of a list: one without a name is none that is looked for. */
const listedForm = z.extend(documentForm, { filename: z.nullish(z.string()) })
const folderForm = z.object({
  folderid: identifierForm,
  name: z.nullish(z.string()),
  isarchived: z.nullish(z.boolean()),
})
/** The projects of an organization, with folders and documents; names ignore case. */
export function openProjects(options: FilevineOptions): IdService {
  const { api, place } = options
  const planBilling = openBillingPlan(api, place.settings)
  return {
    untestable: () =>
      'Filevine has no place for a test outside of projects. The first copy shows whether documents can be saved to its project.',
    async rootId() {
      await api.call({ method: 'GET', url: api.at('/Users/Me'), what: 'looking at the user of the credential' })
      return organization
    },
    findFolder: (parent, name) => (parent === organization ? findProject(api, name) : findFolder(api, parent, name)),
    async makeFolder(parent, name) {
      if (parent === organization) throw noProject(name)
      return { id: await makeFolder(api, parent, name), made: true }
    },
    findFile: async (target, idempotencyKey) =>
      target.folderId === organization ? undefined : findDocument(api, target, idempotencyKey),
    async upload(file, target) {
      if (target.folderId === organization) throw problemError('rejected', 'Filevine saves documents to projects only.')
      return uploadToFilevine(file, target, options)
    },
    forgetUpload: forgettingUploads(options),
    read: (found) => readDocument(api, found),
    removeFile: async ({ id }) => void (await removeDocument(api, id)),
    async removeFolder(folder) {
      const [, id] = partsOfId(folder)
      await api.call({ method: 'DELETE', url: api.at(`/Folders/${id}`), what: 'removing a folder', meant: [404] })
    },
    isSame: async (found, file) => isOwn(found as FilevineFile, file) || isSame(await readDocument(api, found), file),
    afterSaving: (found, file, wasThere) => complete(file, { document: found as FilevineFile, wasThere, options }),
    plan: async (properties) => [...planHashtags(properties), ...(await planBilling())],
  }
}

interface Completing {
  document: FilevineFile
  wasThere: boolean
  options: FilevineOptions
}

/** A file that a person saved is for that person to tag and to bill. */
async function complete(file: FileToStore, completing: Completing): Promise<string | undefined> {
  const { document, wasThere, options } = completing
  if (!isOwn(document, file)) return undefined
  const tagged = await tag(file, { api: options.api, document, wasThere })
  return [document.remark, tagged, await bill(file, completing)].filter(Boolean).join(' ') || undefined
}

/** A project is opened by people. */
function noProject(name: string): StoreProblemError {
  return problemError(
    'missing',
    `Filevine has no project "${name}", or doesn't show it to this account. ${createOrShow} The first folder of the storage policy's path must be the project's number or name.`,
  )
}

/** By its number, or else by its name. */
async function findProject(api: FilevineApi, name: string): Promise<string | undefined> {
  const what = `looking for the project "${name}"`
  const search = async (query: Query, numbersOf: (project: Project) => readonly (string | null | undefined)[]) => {
    const projects = await listAll(api, { path: '/Projects', query, item: projectForm, what })
    return projects.map((project) => ({
      id: String(project.projectid.native),
      project,
      numbers: numbersOf(project),
    }))
  }
  const found =
    (await findMatterBy(name, (number) => search({ number }, (project) => [project.number]))) ??
    (await findMatterBy(name, (term) =>
      search({ name: term }, (project) => [project.projectname, project.projectorclientname]),
    ))
  if (found) api.noteAddress(found.id, found.project.projecturl)
  return found && idOf(found.project)
}

/** A folder is found by its own ID, and made with the project's as well. */
function idOf({ projectid, rootdocfolderid: root }: Project): string {
  if (!root) throw problemError('rejected', `Filevine shows no folder of the project ${projectid.native}.`)
  return `${projectid.native}/${root.native}`
}

async function findFolder(api: FilevineApi, parent: string, name: string): Promise<string | undefined> {
  const [projectId, folderId] = partsOfId(parent)
  const folders = await listIn(api, {
    path: `/Folders/${folderId}/children`,
    query: {},
    item: folderForm,
    what: `looking for the folder "${name}"`,
  })
  const folder = folders.find((each) => !each.isarchived && isNamed(each.name, name))
  return folder && `${projectId}/${folder.folderid.native}`
}

async function makeFolder(api: FilevineApi, parent: string, name: string): Promise<string> {
  const [projectId, folderId] = partsOfId(parent)
  const what = `making the folder "${name}"`
  const answer = await api.call({
    method: 'POST',
    url: api.at('/Folders'),
    what,
    body: {
      json: {
        ParentId: { Native: Number(folderId) },
        ProjectId: { Native: Number(projectId) },
        Name: name,
        IsArchived: false,
      },
    },
  })
  return `${projectId}/${readAnswer(z.pick(folderForm, { folderid: true }), answer, what).folderid.native}`
}

/** By its name; a document with the copy's own key counts before any other, also if Filevine gave it another name. */
async function findDocument(
  api: FilevineApi,
  { folderId, name }: Target,
  idempotencyKey: string | undefined,
): Promise<FilevineFile | undefined> {
  const [projectId = ''] = partsOfId(folderId)
  const documents = (await listDocuments(api, folderId, name)).map((each) => ({
    filename: each.filename ?? '',
    file: fileOf(each, { api, projectId }),
  }))
  const named = documents.filter(({ filename }) => isNamed(filename, name))
  const owns = idempotencyKey === undefined ? [] : documents.filter(({ file }) => isOwn(file, { idempotencyKey }))
  const own = owns.find(({ filename }) => isNamed(filename, name)) ?? owns[0]
  return own ? ownUnder(own.file, { filename: own.filename, name }) : named[0]?.file
}

/**
 * The documents of a folder whose names contain this one, apart from its extension: Filevine adds something to a name
 * that is taken. A search that begins with # would be one for tags.
 */
function listDocuments(api: FilevineApi, folder: string, name: string) {
  const [projectId, folderId] = partsOfId(folder)
  const searchTerm = path.posix.parse(name).name.replace(/^#+/, '') || undefined
  const what = `looking for "${name}"`
  return listIn(api, { path: '/Documents', query: { projectId, folderId, searchTerm }, item: listedForm, what })
}

/** A folder that is gone is answered as one that isn't allowed: it is looked up again, from the project on. */
async function listIn<Item extends z.ZodMiniType>(
  api: FilevineApi,
  listing: { path: string; query: Query; item: Item; what: string },
): Promise<z.output<Item>[]> {
  const checked: FilevineApi = {
    ...api,
    async call(request) {
      const answer = await api.call({ ...request, meant: [403, 404] })
      if (answer.status < 300) return answer
      throw problemError('rejected', `Filevine doesn't show the folder at ${listing.what} (${answer.status}).`)
    },
  }
  return listAll(checked, listing)
}
