import * as z from 'zod/mini'
import type { FileToStore } from '../connector.ts'
import type { FoundFile, IdService, Target } from '../connector-by-id.ts'
import { foldersOf } from '../folders-of.ts'
import { problemError } from '../problems.ts'
import { readAnswer } from '../ways/read-answer.ts'
import type { ApiAnswer } from '../ways/service-api.ts'
import { forgettingUploads } from '../ways/uploads.ts'
import { type DropboxCalls, openCalls } from './calls.ts'
import { contentHashOf } from './content-hash.ts'
import { dropboxProblem, tagsOf } from './dropbox-problem.ts'
import { type DropboxOptions, targetPath } from './place.ts'
import { upload } from './upload.ts'

interface Dropbox extends DropboxOptions {
  calls: DropboxCalls
}

const entryForm = z.object({
  '.tag': z.optional(z.string()),
  name: z.string(),
  size: z.optional(z.number()),
  content_hash: z.optional(z.string()),
})
type Entry = z.output<typeof entryForm>

interface DropboxFile extends FoundFile {
  contentHash: string | undefined
}

/** A folder in Dropbox and what is below it. Folders and files go by their paths; names there ignore case. */
export function openDropboxFolder(options: DropboxOptions): IdService {
  const box: Dropbox = { ...options, calls: openCalls(options) }
  return {
    rootId: () => findRoot(box),
    findFolder: (parentId, name) => findFolder(box, { folderId: parentId, name }),
    makeFolder: (parentId, name) => makeFolder(box, { folderId: parentId, name }),
    findFile: async (target) => {
      const path = targetPath(target)
      const entry = await findEntry(box, path)
      return entry?.['.tag'] === 'file' ? fileOf(path, entry) : undefined
    },
    upload: (file, target) => save(box, file, target),
    forgetUpload: forgettingUploads(options),
    read: ({ id }) => box.calls.read('files/download', { path: id }, 'reading a file'),
    removeFile: ({ id }) => remove(box, id),
    removeFolder: (id) => remove(box, id),
    isSame: async (found, file) => (found as DropboxFile).contentHash === (await contentHashOf(file)),
  }
}

async function findRoot(box: Dropbox): Promise<string> {
  await box.calls.renewRoot()
  const root = foldersOf(box.place.settings)
    .map((name) => `/${name}`)
    .join('')
  if (root === '' || (await findEntry(box, root))?.['.tag'] === 'folder') return root
  throw problemError(
    'auth',
    `Dropbox shows no folder "${root}" to this account. Create it, share it with the account, or correct the credential; in a team space, paths begin at the top of the team's files.`,
  )
}

async function findEntry({ calls }: Dropbox, path: string): Promise<Entry | undefined> {
  const what = `looking for "${path}"`
  const answer = await calls.tell('files/get_metadata', { path }, { what, meant: [409] })
  if (answer.status !== 409) return readAnswer(entryForm, answer, what)
  if (tagsOf(answer) === 'path/not_found') return undefined
  throw unexpected(answer, what)
}

async function findFolder(box: Dropbox, target: Target): Promise<string | undefined> {
  const path = targetPath(target)
  const entry = await findEntry(box, path)
  if (entry?.['.tag'] === 'file') throw aFileIsThere(target)
  return entry && path
}

async function makeFolder({ calls }: Dropbox, target: Target): Promise<{ id: string; made: boolean }> {
  const path = targetPath(target)
  const what = `making the folder "${target.name}"`
  const answer = await calls.tell('files/create_folder_v2', { path, autorename: false }, { what, meant: [409] })
  if (answer.status !== 409) {
    readAnswer(z.object({ metadata: z.object({ name: z.string() }) }), answer, what)
    return { id: path, made: true }
  }
  const tags = tagsOf(answer)
  if (tags === 'path/conflict/folder') return { id: path, made: false }
  if (tags.startsWith('path/conflict')) throw aFileIsThere(target)
  throw unexpected(answer, what)
}

function aFileIsThere({ name }: Target) {
  return problemError('rejected', `"${name}" can't be a folder: a file has that name.`)
}

async function save(box: Dropbox, file: FileToStore, target: Target): Promise<DropboxFile | undefined> {
  const what = `writing "${target.name}"`
  const answer = await upload(file, target, box)
  if (answer.status !== 409) return fileOf(targetPath(target), readAnswer(entryForm, answer, what))
  if (tagsOf(answer).includes('/conflict')) return undefined
  throw unexpected(answer, what)
}

async function remove({ calls }: Dropbox, path: string): Promise<void> {
  const what = 'removing a file'
  const answer = await calls.tell('files/delete_v2', { path }, { what, meant: [409] })
  if (answer.status === 409 && tagsOf(answer) !== 'path_lookup/not_found') throw unexpected(answer, what)
}

/** The error of a conflict (409) that isn't an answer to what was asked. */
function unexpected(answer: ApiAnswer, what: string) {
  const { problem, sentence } = dropboxProblem(answer, what) ?? {
    problem: 'transient',
    sentence: `Dropbox answered ${what} with a conflict that passes (409).`,
  }
  return problemError(problem, sentence)
}

function fileOf(path: string, { size, content_hash }: Entry): DropboxFile {
  return { id: path, size, contentHash: content_hash, link: linkTo(path) }
}

/** The page of the folder, with the file open. */
function linkTo(path: string): string {
  const [name = '', ...folders] = path.split('/').toReversed()
  const folder = folders.toReversed().map(encodeURIComponent).join('/')
  return `https://www.dropbox.com/home${folder}?preview=${encodeURIComponent(name)}`
}
