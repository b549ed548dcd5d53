import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { moveDurably, writeTemporary } from '@courtcrier/lib/atomic-file.ts'
import { makePrivate } from '@courtcrier/lib/private-folder.ts'
import { keyFromFile, makeSecretBox, type SealingBox } from '@courtcrier/lib/secret-box.ts'
import { errorCode } from '@courtcrier/lib/storage-error.ts'
import * as z from 'zod/mini'

/** The agent can't do what it was asked to, and the sentence says what to do about it. */
export class AgentError extends Error {
  override name = 'AgentError'
}

/** The data folder of an agent: files that only its owner can read, with every secret in them encrypted. */
export interface AgentFolder {
  /** Where it is. */
  root: string
  /** Encrypts with a key of the agent's own, which never leaves the folder. */
  box: SealingBox
  /** Returns the content of a file; undefined if there is none. */
  read: (name: string) => Promise<unknown>
  /** Replaces a file as a whole: after a crash it is the former one or the new one. */
  write: (name: string, content: object) => Promise<void>
}

/** A file of the data folder: the form of its content, and what to do if it has another one. */
interface FolderFile<Form> {
  name: string
  form: Form
  repair: string
}

/** Returns the content of a file; undefined if there is none. Throws an `AgentError` if it is damaged. */
export async function readFormed<Form extends z.ZodMiniType>(
  folder: AgentFolder,
  { name, form, repair }: FolderFile<Form>,
): Promise<z.output<Form> | undefined> {
  const content = await folder.read(name).catch((error: unknown) => {
    throw error instanceof SyntaxError ? damaged(name, repair, error) : error
  })
  if (content === undefined) return undefined
  const { success, data, error } = z.safeParse(form, content)
  if (!success) throw damaged(name, repair, error)
  return data
}

function damaged(name: string, repair: string, cause: unknown): AgentError {
  return new AgentError(`The agent's ${name} is damaged. ${repair}`, { cause })
}

/** Opens a data folder; a new one gets a key. Throws if others could read it, or the key is damaged. */
export async function openAgentFolder(folder: string): Promise<AgentFolder> {
  const problem = await makePrivate(folder)
  if (problem !== undefined) throw new AgentError(problem)
  const at = (name: string) => path.join(folder, name)
  const key = await keyFromFile(at('secret.key')).catch((error: unknown) => {
    throw errorCode(error) === undefined ? damaged('secret.key', withoutKey, error) : error
  })
  return {
    root: folder,
    box: makeSecretBox(key),
    read: async (name) => {
      try {
        return JSON.parse(await readFile(at(name), 'utf8'))
      } catch (error) {
        if (errorCode(error) === 'ENOENT') return undefined
        throw error
      }
    },
    write: (name, content) => replaceFile(at(name), Buffer.from(`${JSON.stringify(content, null, 2)}\n`)),
  }
}

/** Replaces a file as a whole: after a crash it is the former one or the new one. */
export async function replaceFile(file: string, bytes: Uint8Array): Promise<void> {
  // Each has its own name: a crash leaves one, and in a container the next process has the same ID.
  const temporary = path.join(path.dirname(file), `.${path.basename(file)}.${randomUUID()}.tmp`)
  await writeTemporary(temporary, [bytes])
  await moveDurably(temporary, file)
}

const withoutKey =
  'Put it back from a backup. Without one, remove it, revoke the agent in the console, run: courtcrier agent enroll --replace, and enter the credentials with secrets again.'
