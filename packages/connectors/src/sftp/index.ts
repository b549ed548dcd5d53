import { openKeyedLimiter } from '@courtcrier/lib/keyed-limiter.ts'
import type { Connector } from '../connector.ts'
import type { ConnectorKind, PlaceSettings, StorePlace, Ways } from '../connector-kind.ts'
import { foldersOf } from '../folders-of.ts'
import { makeFolders } from '../make-folders.ts'
import { guarded, problemError, safePath } from '../problems.ts'
import { putByRename } from '../put-by-rename.ts'
import { runCheck } from '../run-check.ts'
import { decoded } from '../ways/decoded.ts'
import { networkProblem } from '../ways/http-problem.ts'
import { openSessions } from './session.ts'
import { openPlace } from './sftp-place.ts'

/** A folder on an SFTP server: `sftp://host:22/path`, and the folder below it. */
export const sftp: ConnectorKind = {
  name: 'sftp',
  credential: 'generic_credential',
  driver: 'SFTP',
  rootOf: (settings) =>
    `sftp://${settings.username}@${hostOf(settings).host}:${hostOf(settings).port}/${rootOf(settings)}`,
  open: (place, ways) => openSftp(place, ways),
}

export function openSftp({ settings }: StorePlace, { dial, pace }: Pick<Ways, 'dial' | 'pace'>): Connector {
  const { username, password, privateKey, passphrase, hostKey } = settings
  const withSession = openSessions({
    dial,
    pace,
    ...hostOf(settings),
    username: username ?? '',
    password: password ?? '',
    privateKey,
    passphrase,
    hostKey,
  })
  const place = openPlace(withSession, rootOf(settings))
  const guard = <T>(work: () => Promise<T>) => guarded(work, networkProblem)
  // The name is checked and then used; within this process, nothing happens in between.
  const turns = openKeyedLimiter(1)
  const connector: Connector = {
    ensureFolder: (folder, { mayMake = true } = {}) =>
      // Not every server can create the same folder twice at once.
      guard(() =>
        turns.run('/', async () => {
          await place.demandNoLinkAbove(safePath(folder))
          return makeFolders(place, folder, mayMake)
        }),
      ),
    put: (file) =>
      guard(() =>
        turns.run(safePath(file.path), async () => {
          await place.demandNoLinkAbove(file.path)
          return putByRename(place, file)
        }),
      ),
    exists: (path) =>
      guard(async () => {
        await place.demandNoLinkAbove(safePath(path))
        const found = await place.find(path)
        return { exists: found !== undefined && !found.isFolder }
      }),
    // Browsers don't open SFTP addresses.
    link: () => undefined,
    check: () =>
      runCheck({
        ...connector,
        connect: async () => {
          if (!(await place.find(''))?.isFolder)
            throw problemError('auth', `The server has no folder "${rootOf(settings)}" for this account.`)
        },
        read: place.readWhole,
        remove: (path) => (path.includes('/') ? place.remove(path) : place.removeFolder(path)),
        translate: networkProblem,
      }),
  }
  return connector
}

function hostOf({ baseUrl }: PlaceSettings): { host: string; port: number } {
  const url = new URL(baseUrl ?? '')
  return { host: url.hostname, port: Number(url.port) || 22 }
}

/** An address without a path means the folder in which the account starts. */
function rootOf(settings: PlaceSettings): string {
  const path = decoded(new URL(settings.baseUrl ?? '').pathname).replace(/(?<!\/)\/+$/, '')
  return [path === '' ? '.' : path, ...foldersOf(settings)].join('/')
}
