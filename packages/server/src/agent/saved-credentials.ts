import { noSettings, type PlaceSettings } from '@courtcrier/connectors/connector-kind.ts'
import * as z from 'zod/mini'
import { AgentError, type AgentFolder, readFormed } from './agent-folder.ts'

/** A credential that is kept at the agent. */
export interface KeptCredential {
  name: string
  /** As on the server: the kind of the credential and, for a folder, WebDAV and SFTP, its type. */
  kind: string
  driver: string | null
  settings: PlaceSettings
  /** Set if its secrets were encrypted with another key than the folder has now; they are left out. */
  isUnreadable?: boolean
}

const savedOne = z.object({
  kind: z.string(),
  driver: z.nullable(z.string()),
  settings: z.record(z.string(), z.unknown()),
  /** Encrypted, in base64. */
  secrets: z.record(z.string(), z.string()),
})
const file = {
  name: 'credentials.json',
  form: z.record(z.string(), savedOne),
  repair:
    'On its machine, put it back from a backup, or remove it and enter the credentials again: courtcrier agent credential set',
}

/** Returns every credential that is kept, with its secrets in clear text. Throws an `AgentError` if none can be read. */
export async function readCredentials(folder: AgentFolder): Promise<readonly KeptCredential[]> {
  const all = (await readFormed(folder, file)) ?? {}
  return Object.entries(all).map(([name, { kind, driver, settings, secrets }]) => {
    const kept = { name, kind, driver, settings: { ...noSettings, ...settings } }
    const opened = openAll(folder, name, secrets)
    return opened ? { ...kept, settings: { ...kept.settings, ...opened } } : { ...kept, isUnreadable: true }
  })
}

function openAll({ box }: AgentFolder, name: string, secrets: Keep['secrets']): Keep['secrets'] | undefined {
  try {
    const opened = Object.entries(secrets).map(([key, sealed]) => [
      key,
      box.open(Buffer.from(sealed, 'base64'), sealedFor(name, key)),
    ])
    return Object.fromEntries(opened)
  } catch {
    // It may be one of several: the others are still good.
    return undefined
  }
}

interface Keep {
  name: string
  kind: string
  driver: string | null
  settings: Readonly<Record<string, unknown>>
  secrets: Readonly<Record<string, string>>
}

/** Keeps a credential, instead of the one that had its name. */
export async function keepCredential(folder: AgentFolder, { name, secrets, ...rest }: Keep): Promise<void> {
  const all = (await readFormed(folder, file)) ?? {}
  const sealed = Object.entries(secrets).map(([key, value]) => [
    key,
    Buffer.from(folder.box.seal(value, sealedFor(name, key))).toString('base64'),
  ])
  await folder.write(file.name, { ...all, [name]: { ...rest, secrets: Object.fromEntries(sealed) } })
}

/** Forgets a credential. Throws if there is none of the name. */
export async function forgetCredential(folder: AgentFolder, name: string): Promise<void> {
  const { [name]: found, ...others } = (await readFormed(folder, file)) ?? {}
  if (!found) throw new AgentError(`There is no credential named "${name}" here.`)
  await folder.write(file.name, others)
}

/** A secret can't be moved to another credential or another setting. */
function sealedFor(name: string, key: string): string {
  return JSON.stringify(['agent_credential', name, key])
}
