import { isOwnedKind, narrowToKey } from '@courtcrier/contract/api-keys.ts'
import { ApiError } from '@courtcrier/contract/errors.ts'
import { firm } from '@courtcrier/contract/resources/firm.ts'
import { userSecurityRole } from '@courtcrier/contract/resources/user-security-role.ts'
import { networkOf } from '@courtcrier/lib/networks.ts'
import { hashToken } from '@courtcrier/lib/secret-token.ts'
import { withFirm } from '../../base/db/firm-transaction.ts'
import type { Services } from '../../base/services.ts'
import type { Caller } from '../../records/caller.ts'
import { type Importer, programRole } from '../../records/transfer/import-token.ts'
import type { EnrolledAgent, Enrollment } from '../agents/agent-holder.ts'
import { type Authenticator, sessionEntity } from '../authenticate.ts'
import type { Provisioner } from '../provisioning/provisioner.ts'
import { formerWhileBusy } from '../while-busy.ts'
import { type FoundKey, findKey } from './find-key.ts'
import { noteKeyRefusal, noteKeyUse } from './note-use.ts'
import { isWholeSecret } from './secret.ts'
import { countUnknownKeys } from './unknown-keys.ts'
import { whyKeyRefused } from './why-refused.ts'

/**
 * Who sent a request with a key: a program with the rights of the key's owner, one with the firm's import token, an
 * identity provider, an agent, or one that enrolls.
 */
export type KeyHolder =
  | { caller: Caller }
  | { importer: Importer }
  | { provisioner: Provisioner }
  | { agent: EnrolledAgent }
  | { enrollment: Enrollment }

export interface KeyHolders {
  /** Returns the holder of a key. Throws `key_refused` or `forbidden`, with the reason. */
  find: (secret: string, from: { firmId: number; address: string }) => Promise<KeyHolder>
  /** Returns the caller as of now; undefined when the key no longer works. For connections that stay open. */
  recheck: (caller: Caller) => Promise<Caller | undefined>
  close: () => void
}

type KeyHolderDeps = Pick<Services, 'database' | 'feed' | 'log'> & { now: () => Date }

/** As for sessions: a key is looked up again after this many milliseconds, and at once if a change is announced. */
const rememberMs = 3000
const mostRemembered = 10_000
const useMs = 60_000

/** Opens the keys of all firms: whatever changes about a key, its owner or the owner's role applies to the next request. */
export function openKeyHolders(deps: KeyHolderDeps): KeyHolders {
  const keys = rememberKeys(deps)
  const used = new Map<string, number>()
  const noteUse = (firmId: number, key: FoundKey, address: string) => {
    const now = deps.now()
    const last = used.get(key.id) ?? key.lastUsedAt?.getTime() ?? Number.NEGATIVE_INFINITY
    if (now.getTime() - last < useMs) return
    if (used.size >= mostRemembered) used.clear()
    used.set(key.id, now.getTime())
    // Not awaited: the answer doesn't depend on it, and the embedded database may be busy for minutes.
    void noteKeyUse(deps.database, { firmId, key, address: networkOf(address), now }).catch((err: unknown) =>
      deps.log.error({ err, key: key.id }, 'the use of an API key could not be recorded'),
    )
  }
  const findOrCount = countingUnknown(keys, deps.now)
  return {
    find: async (secret, { firmId, address }) => {
      const hash = hashToken(secret)
      const key = isWholeSecret(secret) ? await findOrCount(hash, { firmId, network: networkOf(address) }) : undefined
      if (!key) throw new ApiError('key_refused')
      const now = deps.now()
      const refusal = whyKeyRefused(key, { now, address })
      if (refusal) {
        const { code, sentence } = refusal
        await noteKeyRefusal(deps.database, { firmId, key, address: networkOf(address), now, why: sentence })
        throw new ApiError(code, { sentence })
      }
      noteUse(firmId, key, address)
      return holderOf(key, { firmId, hash, address })
    },
    recheck: async ({ firmId, key: held }) => {
      if (!held) return undefined
      const key = await keys.find(firmId, held.hash)
      if (!key || whyKeyRefused(key, { now: deps.now(), address: held.address })) return undefined
      return callerOf(key, { firmId, ...held })
    },
    close: keys.close,
  }
}

/** Returns how a key is looked up, unless too many that there aren't were sent from its network. */
function countingUnknown(keys: ReturnType<typeof rememberKeys>, now: () => Date) {
  const unknown = countUnknownKeys(now)
  return async (hash: string, { firmId, network }: { firmId: number; network: string }) => {
    // Those that were found before are looked up in any case: strangers must not keep programs on their network out.
    if (!keys.wasFound(firmId, hash) && unknown.areTooMany(network))
      throw new ApiError('unavailable', { sentence: tooManyUnknown })
    const key = await keys.find(firmId, hash)
    if (!key) unknown.add(network)
    return key
  }
}

const tooManyUnknown = 'Too many unknown keys were sent from this network. Try again in a minute.'

/** Returns the authenticator that also rechecks connections opened with a key. */
export function withKeyHolders(authenticator: Authenticator, keyHolders: KeyHolders): Authenticator {
  return {
    ...authenticator,
    recheck: (caller) => (caller.key ? keyHolders : authenticator).recheck(caller),
    close: () => {
      authenticator.close()
      keyHolders.close()
    },
  }
}

/** A key without an end that isn't an import token's doesn't exist; this is when its streams would end. */
const distant = new Date(8.64e15)

function holderOf(key: FoundKey, from: { firmId: number; hash: string; address: string }): KeyHolder {
  const { id, kind, name, providerId, agentId } = key
  const { firmId } = from
  if (agentId !== null) return { agent: { firmId, agentId, name, key: { id } } }
  if (kind === 'agent_enrollment') return { enrollment: { firmId, name, key: { id } } }
  if (providerId !== null) return { provisioner: { firmId, providerId, key: { id, name } } }
  const caller = callerOf(key, from)
  return caller ? { caller } : { importer: { firmId, role: programRole, timekeeperId: undefined } }
}

function callerOf(
  key: FoundKey,
  { firmId, hash, address }: { firmId: number; hash: string; address: string },
): Caller | undefined {
  const { id, name, scopes, owner, expiresAt } = key
  if (!owner || !isOwnedKind(key.kind)) return undefined
  const { user, role } = owner
  return {
    firmId,
    userId: user.id,
    role: narrowToKey(role, { id, scopes }),
    // The log and the history say that it was a program.
    user: { ...user, fullName: `${user.fullName} (API key ${name})` },
    timekeeperId: user.timekeeperId ?? undefined,
    sessionId: id,
    expiresAt: expiresAt ?? distant,
    key: { id, name, scopes, hash, address },
  }
}

function rememberKeys({ database, feed, now }: KeyHolderDeps) {
  const remembered = new Map<string, { firmId: number; until: number; key: Promise<FoundKey | undefined> }>()
  const close = feed.subscribe(({ firmId, entity }) => {
    if (![sessionEntity, firm.name, 'user', userSecurityRole.name].includes(entity)) return
    for (const [hash, entry] of remembered) if (entry.firmId === firmId) remembered.delete(hash)
  })
  /** Every key of the installation that was found, so that there are never more than there are keys. */
  const known = new Set<string>()
  const find = (firmId: number, hash: string): Promise<FoundKey | undefined> => {
    const name = `${firmId} ${hash}`
    const former = remembered.get(name)
    const time = now().getTime()
    if (former && former.until > time) return former.key
    if (remembered.size >= mostRemembered) remembered.clear()
    const answer = withFirm(database, firmId, (trx) => findKey(trx, { firmId, hash, now: now() }))
    const key = formerWhileBusy(database, answer, former?.key)
    remembered.set(name, { firmId, until: time + rememberMs, key })
    key.then(
      (found) => {
        if (found && known.size < mostRemembered) known.add(name)
      },
      () => remembered.delete(name),
    )
    return key
  }
  return { find, wasFound: (firmId: number, hash: string) => known.has(`${firmId} ${hash}`), close }
}
