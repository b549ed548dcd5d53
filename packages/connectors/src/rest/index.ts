import { openKeyedLimiter } from '@courtcrier/lib/keyed-limiter.ts'
import { withoutEnd } from '@courtcrier/lib/without-end.ts'
import type { Connector, FileToStore, Problem, Stored } from '../connector.ts'
import type { ConnectorKind, PlaceSettings, StorePlace, Ways } from '../connector-kind.ts'
import { makeFolders } from '../make-folders.ts'
import { guarded, StoreProblemError, safePath } from '../problems.ts'
import { runCheck } from '../run-check.ts'
import { networkProblem } from '../ways/http-problem.ts'
import { readSmall } from '../ways/read-whole.ts'
import { planProperties } from './fill.ts'
import { openRestPlace, type RestPlace } from './rest-place.ts'

/** A service that an administrator describes: which calls save, read and create, with placeholders for their values. */
export const rest: ConnectorKind = {
  name: 'rest',
  credential: 'generic_credential',
  driver: 'REST',
  rootOf,
  open: (place, ways) => openRest(place, ways),
}

/** Neos publishes no description of its API: the firm enters the calls that its vendor tells it. */
export const neos: ConnectorKind = {
  name: 'rest',
  credential: 'neos_credential',
  rootOf,
  open: (place, ways) => openRest(place, ways),
}

export function openRest(place: StorePlace, ways: Pick<Ways, 'http'>): Connector {
  const service = openRestPlace(place, ways)
  const guard = <T>(work: () => Promise<T>) => guarded(work, networkProblem)
  // What is there is asked and then written; within this process, nothing happens in between.
  const turns = openKeyedLimiter(1)
  const connector: Connector = {
    ensureFolder: (folder, { mayMake = true } = {}) =>
      guard(async () => {
        const path = safePath(folder)
        if (mayMake && service.makesFolders) return { ready: true, made: false }
        return turns.run('/', () => makeFolders(service.folders, path, mayMake))
      }),
    put: (file) => guard(() => turns.run(safePath(file.path), () => put(service, file))),
    exists: (path) => guard(async () => ({ exists: (await service.find(safePath(path))) !== undefined })),
    link: () => undefined,
    plan: async (properties) => planProperties(place.settings, properties),
    check: () =>
      runCheck({
        ...connector,
        connect: service.connect,
        read: async (path) => readSmall(await service.read(path)),
        remove: service.remove,
        translate: (error) => (error instanceof StoreProblemError ? error.problem : networkProblem(error)),
      }),
  }
  return connector
}

async function put(service: RestPlace, file: FileToStore): Promise<Stored | Problem> {
  const found = await service.adopt(file)
  if (found) return found
  const saved = await service.upload(file)
  // Someone took the name between the two calls, or a lost answer was a success.
  if (saved === 'taken') return (await service.adopt(file)) ?? service.taken(file)
  const isThere = await service.hasSize(file)
  if (!isThere) return service.notThere(file)
  return { wasThere: false, ...(saved.link === undefined ? {} : { link: saved.link }) }
}

/** Two firms share a location only with the same addresses up to what differs for each document. */
function rootOf({ baseUrl, uploadPath, folderId }: PlaceSettings): string | undefined {
  if (!baseUrl) return undefined
  const fixed = (uploadPath ?? '').replace(/\{[\s\S]*$/, '')
  return `rest/${withoutEnd(baseUrl, /\//).toLowerCase()}${fixed}${folderId ?? ''}`
}
