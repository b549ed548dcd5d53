import type { Ways } from '../connector-kind.ts'
import { problemError } from '../problems.ts'
import { openLocalFolderTurns } from '../ways/folder-turns.ts'
import type { Grants } from '../ways/grants.ts'
import type { UploadKey, Uploads } from '../ways/uploads.ts'

/** Uploads and refresh tokens as a server would remember them, kept in memory. */
export interface MemoryWays extends Pick<Ways, 'grants' | 'uploads' | 'folderTurns'> {
  /** The refresh token on record, by credential. */
  refreshTokens: Map<string, string>
  /** The states of uploads under way. */
  states: Map<string, unknown>
}

export function openMemoryWays(): MemoryWays {
  const refreshTokens = new Map<string, string>()
  const states = new Map<string, unknown>()
  const nameOf = ({ firmId, credentialId, idempotencyKey }: UploadKey) => `${firmId}/${credentialId}/${idempotencyKey}`
  const uploads: Uploads = {
    find: async (key) => states.get(nameOf(key)),
    keep: async (key, state) => void states.set(nameOf(key), structuredClone(state)),
    forget: async (key) => void states.delete(nameOf(key)),
  }
  const grants: Grants = {
    async renew({ credentialId }, ask) {
      const kept = refreshTokens.get(credentialId)
      if (kept === undefined) throw problemError('auth', 'No one has signed in yet.')
      const renewed = await ask(kept)
      if (renewed.refreshToken !== undefined) refreshTokens.set(credentialId, renewed.refreshToken)
      return renewed
    },
  }
  return { grants, uploads, folderTurns: openLocalFolderTurns(states), refreshTokens, states }
}
