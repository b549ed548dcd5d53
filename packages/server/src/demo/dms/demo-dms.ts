import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import {
  type FakeAnswer,
  type FakeRequest,
  type FakeService,
  startFakeService,
} from '@courtcrier/connectors/testing/fake-service.ts'
import { answerDmsPage } from './dms-pages.ts'
import { type DmsMatter, type DmsService, openDmsServices } from './dms-service.ts'
import { openDmsKeeper } from './keep-dms.ts'

/** The demo's services for documents, each under its own names, and pages that show what is in them. */
export interface DemoDms {
  /** For COURTCRIER_STORE_GATEWAY; in a browser, the pages. */
  url: string
  /** Where the demo's emails are shown; the pages look like that one and lead to it. */
  showMailAt: (mailboxUrl: string) => void
  /** Opens the matters that there must be before documents are saved in them. */
  openMatters: (matters: readonly DmsMatter[]) => void
  /** Forgets every folder and document, as when the demo's firm is reset. */
  empty: () => void
  stop: () => Promise<void>
}

/** Starts the services with what the folder keeps of an earlier run. */
export async function startDemoDms(folder: string): Promise<DemoDms> {
  const services = openDmsServices()
  const keeper = openDmsKeeper(folder, services)
  await keeper.load()
  const pages = { services, mailboxUrl: '' }
  const handle = async (request: FakeRequest): Promise<FakeAnswer | undefined> => {
    const name = (request.headers.host ?? '').replace(/:\d+$/, '').toLowerCase()
    if (/^(?:127\.0\.0\.1|localhost)$/.test(name))
      return answerDmsPage(pages, request) ?? signInAnswer(services, request)
    const service = services.find(({ hosts }) => hosts.test(name))
    if (!service) return { status: 502, json: { error: `This demo plays no service at ${name}.` } }
    const answer = await service.answer(request)
    if (request.method !== 'GET') keeper.note()
    return answer
  }
  const server = await startAtSamePort(path.join(folder, 'port'), handle)
  return {
    url: `http://127.0.0.1:${server.port}`,
    showMailAt: (mailboxUrl) => {
      pages.mailboxUrl = mailboxUrl
    },
    openMatters(matters) {
      for (const service of services) for (const matter of matters) openMatter(service, matter)
      keeper.note()
    },
    empty() {
      for (const { tree } of services) for (const { id } of tree.children(tree.root.id)) tree.remove(id)
      keeper.note()
    },
    async stop() {
      await server.close()
      await keeper.flush()
    },
  }
}

/** A browser that signs in at a service comes with this machine's name. Only Box has a page for that. */
function signInAnswer(services: readonly DmsService[], request: FakeRequest): ReturnType<DmsService['answer']> {
  if (request.path !== '/api/oauth2/authorize') return undefined
  return services.find(({ key }) => key === 'box')?.answer(request)
}

function openMatter({ hasMatter, tree }: DmsService, matter: DmsMatter): void {
  const { root } = tree
  if (hasMatter(matter) && !tree.child(root.id, matter.number))
    tree.add({ name: matter.number, parentId: root.id, bytes: undefined })
}

/** Links to documents outlive a restart if the port does; another program may have taken it since. */
async function startAtSamePort(file: string, handle: Parameters<typeof startFakeService>[0]): Promise<FakeService> {
  const kept = Number(await readFile(file, 'utf8').catch(() => '0')) || 0
  const server = await startFakeService(handle, { port: kept }).catch(() => startFakeService(handle))
  await writeFile(file, String(server.port))
  return server
}
