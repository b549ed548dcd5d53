import { openKeyedLimiter } from '../../base/lib/keyed-limiter.ts'
import { networkProblem } from '../../stores/http-problem.ts'
import type { Connector } from '../connector.ts'
import type { ConnectorKind, Place, PlaceSettings, Ways } from '../connector-kind.ts'
import { foldersOf } from '../folders-of.ts'
import { makeFolders } from '../make-folders.ts'
import { guarded, problemError, refuseUnsafePath, StoreProblemError } from '../problems.ts'
import { putByRename } from '../put-by-rename.ts'
import { runCheck } from '../run-check.ts'
import { openDav } from './dav.ts'
import { openSignIn } from './sign-in.ts'

/** A folder of a WebDAV server, such as Nextcloud's: the base URL, and the folder below it. */
export const webdav: ConnectorKind = {
  name: 'webdav',
  driver: 'WEBDAV',
  rootOf: (settings) => rootOf(settings).href,
  open: (place, ways) => openWebdav(place, ways),
}

export function openWebdav({ credentialId, settings }: Place, { http }: Pick<Ways, 'http'>): Connector {
  const dav = openDav({ root: rootOf(settings), askSigned: openSignIn(http, { credentialId, settings }) })
  const guard = <T>(work: () => Promise<T>) => guarded(work, networkProblem)
  // The name is looked at and then given: in one process nobody comes in between.
  const turns = openKeyedLimiter(1)
  const safe = (path: string) => {
    refuseUnsafePath(path)
    return path
  }
  const connector: Connector = {
    ensureFolder: (folder, { mayMake = true } = {}) =>
      // Servers lock what is being made, and refuse whoever makes it at the same time.
      guard(() => turns.run('/', () => makeFolders(dav, safe(folder), mayMake))),
    put: (file) => guard(() => turns.run(safe(file.path), () => putByRename(dav, file))),
    exists: (path) =>
      guard(async () => {
        const found = await dav.find(safe(path))
        return { exists: found !== undefined && !found.isFolder }
      }),
    link: (path) => dav.addressOf(path).href,
    check: () =>
      runCheck({
        ...connector,
        connect: async () => {
          const root = await dav.find('')
          if (!root?.isFolder) throw problemError('auth', `There is no WebDAV folder at ${rootOf(settings).href}.`)
        },
        read: async (path) => Buffer.concat(await Array.fromAsync(await dav.read(path))),
        remove: dav.remove,
        translate: (error) => (error instanceof StoreProblemError ? error.problem : networkProblem(error)),
      }),
  }
  return connector
}

function rootOf(settings: PlaceSettings): URL {
  const url = new URL(settings.baseUrl ?? '')
  const below = foldersOf(settings)
    .map((folder) => `${encodeURIComponent(folder)}/`)
    .join('')
  return new URL(url.origin + url.pathname.replace(/(?<!\/)\/*$/, '/') + below)
}
