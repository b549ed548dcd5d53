import { openKeyedLimiter } from '@courtcrier/lib/keyed-limiter.ts'
import type { Connector } from '../connector.ts'
import type { ConnectorKind, PlaceSettings, StorePlace, Ways } from '../connector-kind.ts'
import { foldersOf } from '../folders-of.ts'
import { makeFolders } from '../make-folders.ts'
import { guarded, problemError, StoreProblemError, safePath } from '../problems.ts'
import { putByRename } from '../put-by-rename.ts'
import { runCheck } from '../run-check.ts'
import { networkProblem } from '../ways/http-problem.ts'
import { readSmall } from '../ways/read-whole.ts'
import type { StoreHttp } from '../ways/store-http.ts'
import { openDav } from './dav.ts'
import { openDigest } from './digest.ts'
import { planElements } from './properties.ts'
import type { AskSigned, Unsigned } from './signed-request.ts'

/** A folder on a WebDAV server such as Nextcloud: the base URL, and the folder below it. */
export const webdav: ConnectorKind = {
  name: 'webdav',
  credential: 'generic_credential',
  driver: 'WEBDAV',
  rootOf: (settings) => rootOf(settings).href,
  planUnset: { of: planElements },
  open: (place, ways) => openWebdav(place, ways),
}

export function openWebdav({ credentialId, settings }: StorePlace, { http }: Pick<Ways, 'http'>): Connector {
  const dav = openDav({ root: rootOf(settings), askSigned: openSignIn(http, { credentialId, settings }) })
  const guard = <T>(work: () => Promise<T>) => guarded(work, networkProblem)
  // The name is checked and then used; within this process, nothing happens in between.
  const turns = openKeyedLimiter(1)
  const connector: Connector = {
    ensureFolder: (folder, { mayMake = true } = {}) =>
      // Servers lock what is being created, and refuse anyone else creating it at the same time.
      guard(() => turns.run('/', () => makeFolders(dav, safePath(folder), mayMake))),
    put: (file) => guard(() => turns.run(safePath(file.path), () => putByRename(dav, file))),
    exists: (path) =>
      guard(async () => {
        const found = await dav.find(safePath(path))
        return { exists: found !== undefined && !found.isFolder }
      }),
    link: (path) => dav.addressOf(path).href,
    plan: async (properties) => planElements(properties),
    check: () =>
      runCheck({
        ...connector,
        connect: async () => {
          const root = await dav.find('')
          if (!root?.isFolder) throw problemError('auth', `There is no WebDAV folder at ${rootOf(settings).href}.`)
        },
        read: async (path) => readSmall(await dav.read(path)),
        // A test writes one file, in a folder of its own.
        remove: (path) => (path.includes('/') ? dav.remove(path) : dav.removeFolder(path)),
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

function openSignIn(http: StoreHttp, { credentialId, settings }: Omit<StorePlace, 'firmId'>): AskSigned {
  const { signIn, token } = settings
  const [username, password] = [settings.username ?? '', settings.password ?? '']
  const send = ({ body, headers, ...request }: Unsigned, authorization?: string, tellsSecret = false) =>
    http.send({
      ...request,
      credentialId,
      headers: authorization === undefined ? headers : { authorization, ...headers },
      body: body?.(),
      tellsSecret,
    })
  if (signIn === 'DIGEST') return openDigest({ username, password, send })
  const basic = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
  const authorization = signIn === 'BEARER' ? `Bearer ${token ?? ''}` : basic
  return (request) => send(request, authorization, true)
}
