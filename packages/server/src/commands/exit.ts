import { FolderInUseError } from '@courtcrier/lib/folder-lock.ts'
import { StorageError } from '@courtcrier/lib/storage-error.ts'
import { CallRefusedError } from '../agent/agent-calls.ts'
import { AgentError } from '../agent/agent-folder.ts'
import { ConfigError } from '../base/config.ts'
import { isDatabaseAway, reasonOf, writeRefusal } from '../base/db/away.ts'
import { MigrationError } from '../base/db/migrate.ts'
import { plainError, withoutSecrets } from '../base/log.ts'

/** The program's exit codes. */
export const exitCodes = { ok: 0, failed: 1, usage: 2, partial: 3 } as const

/** Prints one line about an error and returns its exit code. Unexpected errors include their stack trace. */
export function explain(error: unknown): number {
  if (error instanceof ConfigError) return say(error.message, exitCodes.usage)
  if (error instanceof AgentError) return say(error.message, exitCodes.usage)
  if (error instanceof CallRefusedError) return say(`The server refused: ${error.message}`, exitCodes.failed)
  if (error instanceof FolderInUseError || error instanceof MigrationError) return say(error.message, exitCodes.failed)
  if (error instanceof StorageError) return say(error.message, exitCodes.failed)
  if (writeRefusal(error)) return say(`The database takes no writes: ${reasonOf(error)}.`, exitCodes.failed)
  if (isDatabaseAway(error))
    return say(
      `The database does not answer: ${reasonOf(error)}. Is it running, and is DATABASE_URL right?`,
      exitCodes.failed,
    )
  const code = (error as NodeJS.ErrnoException | undefined)?.code
  const known = code ? sentences[code] : undefined
  if (known) return say(`${known} (${withoutSecrets((error as Error).message)})`, exitCodes.failed)
  console.error(plainError(error))
  return exitCodes.failed
}

const sentences: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'A server does not answer: check DATABASE_URL and the mail settings.',
  ENOTFOUND: 'A host name cannot be found: check DATABASE_URL and the mail settings.',
  '28P01': 'The database refuses the password in DATABASE_URL.',
  '28000': 'The database refuses the user in DATABASE_URL.',
  '3D000': 'The database named in DATABASE_URL does not exist: create it first.',
  '42501': 'The database user may not do this. It must own the database and may create roles (CREATEROLE).',
  EADDRINUSE: 'A port is taken: stop the program that uses it, or choose another.',
  EACCES: 'A file or port may not be used by this user.',
  ENOSPC: 'The disk is full.',
}

function say(sentence: string, code: number): number {
  console.error(sentence)
  return code
}
