import { setTimeout as pause } from 'node:timers/promises'
import { fakeBytes } from '../packages/connectors/src/testing/fake-bytes.ts'
import { type FakeRequest, startFakeService } from '../packages/connectors/src/testing/fake-service.ts'
import { dmsAccounts, dmsPlaces, openDmsServices } from '../packages/server/src/demo/dms/dms-service.ts'
import { answerMs, boxFolders, imanageFolders } from './dms-credentials.ts'

/**
 * Started as a separate process by `startDmsPlayer`: three services for documents, each of whose answers takes as long
 * as one on the internet. Opens the matters that Clio is asked for.
 */
const services = openDmsServices()
const treeOf = (key: string) => {
  const service = services.find((each) => each.key === key)
  if (!service) throw new Error(key)
  return service.tree
}
for (const id of boxFolders) treeOf('box').add({ id, name: id, parentId: 'elsewhere', bytes: undefined })
const workspace = treeOf('imanage').add({ name: 'Bench', parentId: treeOf('imanage').root.id, bytes: undefined })
for (const id of imanageFolders)
  treeOf('imanage').add({ id: `${dmsPlaces.library}!${id}`, name: id, parentId: workspace.id, bytes: undefined })

let requests = 0

const { port } = await startFakeService(async (request) => {
  requests++
  await pause(answerMs)
  const service = services.find(({ hosts }) => hosts.test((request.headers.host ?? '').replace(/:\d+$/, '')))
  const matter = request.path.endsWith('/matters.json') ? request.query.get('query') : null
  if (matter && service && !service.tree.child(service.tree.root.id, matter))
    service.tree.add({ name: matter, parentId: service.tree.root.id, bytes: undefined })
  return service?.answer(withKnownEnterprise(request))
})

/** The fake of Box knows one enterprise. */
function withKnownEnterprise(request: FakeRequest): FakeRequest {
  if (request.path !== '/oauth2/token') return request
  const known = `box_subject_id=${dmsAccounts.box.enterpriseId}`
  return { ...request, body: fakeBytes(request.body.toString().replace(/box_subject_id=\d+/, known)) }
}

/** The documents in every service, by the bytes they have. */
function documents(): number {
  const roots = ['clio', 'imanage'].map((key) => ({ tree: treeOf(key), id: treeOf(key).root.id }))
  const boxes = boxFolders.map((id) => ({ tree: treeOf('box'), id }))
  return [...roots, ...boxes].reduce(
    (sum, { tree, id }) => sum + tree.below(id).filter(({ bytes }) => bytes !== undefined).length,
    0,
  )
}

process.on('message', () => process.send?.({ documents: documents(), requests }))
process.on('disconnect', () => process.exit())
process.send?.({ port })
