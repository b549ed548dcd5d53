import { startFakeImanage } from '@courtcrier/connectors/imanage/fake-imanage.ts'
import { startFakeNetdocuments } from '@courtcrier/connectors/netdocuments/fake-netdocuments.ts'
import { camelCase } from '@courtcrier/contract/names.ts'
import { getResource } from '@courtcrier/contract/resources/registry.ts'
import { destinationOf } from '@courtcrier/contract/secret-destination.ts'
import { afterEach, expect, test } from 'vitest'
import { withSystem } from '../base/db/firm-transaction.ts'
import { newId } from '../base/db/ids.ts'
import { plantCopy, saveCopy } from '../outbox/copies/planted-copy.fixture.ts'
import { insert, openTestServices, plantFiling, rowById, type TestServices } from '../outbox/copies/test-filing.ts'

/** Copies saved to document management systems, which are fakes here, with the settings of their credentials. */
const open: { close: () => Promise<void> }[] = []
afterEach(async () => {
  for (const each of open.splice(0).toReversed()) await each.close()
})

async function openServices(gateway?: number): Promise<TestServices> {
  const services = await openTestServices({
    COURTCRIER_ALLOW_PRIVATE_STORES: 'loopback',
    ...(gateway === undefined ? {} : { COURTCRIER_STORE_GATEWAY: `http://127.0.0.1:${gateway}` }),
  })
  open.push(services)
  return services
}

const imanageKinds = ['imanage_cloud_credential', 'imanage_server_credential']

test.each(imanageKinds)('a copy is saved to iManage with an %s, and says what it did not take', async (kind) => {
  const account = { username: 'CCRIER', password: 'right', clientId: 'id', clientSecret: 'secret' }
  const fake = await startFakeImanage({ ...account, library: 'ACTIVE' })
  open.push(fake.service)
  fake.state.hasTokens = kind === 'imanage_cloud_credential'
  const services = await openServices()
  const origin = `http://127.0.0.1:${fake.service.port}`
  const settings = {
    base_url: `${origin}/work/web`,
    customer_id: 516,
    database: 'ACTIVE',
    client_id: 'id',
    client_secret: 'secret',
    username: 'CCRIER',
    password: 'right',
    author_field: 'CCRIER',
    document_class: 'COURT',
    document_subclass: 'NOTICE',
  }
  const copy = await save(services, { kind, settings, properties: { 'Custom 1': '10023', Judge: 'A. Smith' } })
  const document = fake.tree.at('Matters/Filings/Motion.pdf')
  expect(copy).toMatchObject({
    status: 'succeeded',
    path: 'Matters/Filings/Motion.pdf',
    link: `${origin}/work/link/d/${document?.id}`,
    sentence: expect.stringContaining('These document properties have no field in iManage: Judge.'),
  })
  expect(document?.bytes?.toString()).toBe('bytes')
  expect(fake.profiles.get(document?.id ?? '')).toMatchObject({
    author: 'CCRIER',
    class: 'COURT',
    subclass: 'NOTICE',
    custom1: '10023',
  })
})

const netdocumentsKinds: readonly [string, Readonly<Record<string, string>>][] = [
  ['netdocuments_client_credential', {}],
  ['netdocuments_cloud_credential', { refresh_token: 'first' }],
]

test.each(netdocumentsKinds)('a copy is saved to NetDocuments with a %s, in its region', async (kind, more) => {
  const given = { clientId: 'AP-APP', clientSecret: 'right', repository: 'CA-REPO', refreshToken: 'first' }
  const fake = await startFakeNetdocuments(given)
  open.push(fake.service)
  fake.state.wsAttrNum = 2
  fake.matters.add('Matters/Filings')
  const services = await openServices(fake.service.port)
  const settings = {
    region: 'EU',
    repository: 'CA-REPO',
    cabinet: 'NG-CABINET',
    client_id: 'AP-APP',
    client_secret: 'right',
    ...more,
  }
  const copy = await save(services, { kind, settings, properties: { 'Document Type': 'Motion' } })
  const document = fake.tree.at('Matters/Filings/Motion.pdf')
  expect(copy).toMatchObject({
    status: 'succeeded',
    link: `https://eu.netdocuments.com/neWeb2/goId.aspx?id=${document?.id}`,
  })
  expect(fake.profiles.get(document?.id ?? '')).toEqual([{ id: 3, value: 'Motion' }])
})

interface Saving {
  kind: string
  settings: Readonly<Record<string, unknown>>
  properties: Readonly<Record<string, string>>
}

/** Saves one document with a credential of the kind, and returns its copy. */
async function save(services: TestServices, { kind, settings, properties }: Saving): Promise<Record<string, unknown>> {
  const credentialId = newId()
  const named = { firm_id: 1, id: credentialId, name: 'Our DMS' }
  await withSystem(services.database, async (trx) => {
    await insert(trx, 'credentials', { ...named, kind })
    await insert(trx, `${kind}s`, { ...named, ...sealedIn(services, kind, settings) })
  })
  const policy = {
    document_path: 'Matters/Filings',
    document_name: 'Motion',
    document_properties: JSON.stringify(properties),
    dms_credential_id: credentialId,
  }
  const id = await plantCopy(services, await plantFiling(services, { documents: [{ content: 'bytes' }], policy }))
  await saveCopy(services, id)
  return rowById(services, 'document_copies', id)
}

/** The settings with their secrets sealed for where they go. */
function sealedIn(services: TestServices, kind: string, settings: Readonly<Record<string, unknown>>) {
  const resource = getResource(kind)
  const row = Object.fromEntries(Object.entries(settings).map(([name, value]) => [camelCase(name), value]))
  return Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [
      name,
      resource.fields[camelCase(name)]?.kind === 'secret'
        ? Buffer.from(services.secrets.seal(String(value), destinationOf(resource, row)))
        : value,
    ]),
  )
}
