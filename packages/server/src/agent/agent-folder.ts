import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { moveDurably, writeTemporary } from '@courtcrier/lib/atomic-file.ts'
import { makePrivate } from '@courtcrier/lib/private-folder.ts'
import { keyFromFile, makeSecretBox, type SealingBox } from '@courtcrier/lib/secret-box.ts'
import { errorCode } from '@courtcrier/lib/storage-error.ts'

/** The agent can't do what it was asked to, and the sentence says what to do about it. */
export class AgentError extends Error {
  override name = 'AgentError'
}

/** The data folder of an agent: files that only its owner can read, with every secret in them encrypted. */
export interface AgentFolder {
  /** Encrypts with a key of the agent's own, which never leaves the folder. */
  box: SealingBox
  /** Returns the content of a file; undefined if there is none. */
  read: (name: string) => Promise<unknown>
  /** Replaces a file as a whole: after a crash it is the former one or the new one. */
  write: (name: string, content: object) => Promise<void>
}

/** Opens a data folder; a new one gets a key. Throws if others could read it. */
export async function openAgentFolder(folder: string): Promise<AgentFolder> {
  const problem = await makePrivate(folder)
  if (problem !== undefined) throw new AgentError(problem)
  const at = (name: string) => path.join(folder, name)
  return {
    box: makeSecretBox(await keyFromFile(at('secret.key'))),
    read: async (name) => {
      try {
        return JSON.parse(await readFile(at(name), 'utf8'))
      } catch (error) {
        if (errorCode(error) === 'ENOENT') return undefined
        throw error
      }
    },
    write: async (name, content) => {
      const temporary = at(`.${name}.${process.pid}.tmp`)
      await writeTemporary(temporary, [Buffer.from(`${JSON.stringify(content, null, 2)}\n`)])
      await moveDurably(temporary, at(name))
    },
  }
}
