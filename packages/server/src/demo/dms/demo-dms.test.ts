import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { Connector } from '@courtcrier/connectors/connector.ts'
import { noSettings, type PlaceSettings } from '@courtcrier/connectors/connector-kind.ts'
import { findConnectorKind } from '@courtcrier/connectors/registry.ts'
import { openMemoryWays } from '@courtcrier/connectors/testing/memory-ways.ts'
import { testWays } from '@courtcrier/connectors/testing/store-settings.ts'
import { openStoreAddresses } from '@courtcrier/connectors/ways/store-address.ts'
import { openStoreHttp } from '@courtcrier/connectors/ways/store-http.ts'
import { usualPace } from '@courtcrier/lib/pace.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DemoDms, startDemoDms } from './demo-dms.ts'
import { dmsAccounts, dmsPlaces } from './dms-service.ts'

/** The services of a demo: the server's own connectors save there, and a browser shows what has arrived. */
let folder: string
let dms: DemoDms
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'courtcrier-dms-'))
  dms = await startDemoDms(folder)
  dms.showMailAt('http://127.0.0.1:1/mail')
  dms.openMatters([
    { number: '10246-0001', client: '10246', practice: 'LIT' },
    { number: '10243-0002', client: '10243', practice: 'BKR' },
    { number: '10240-0001', client: '10240', practice: 'LIT' },
  ])
})
afterAll(async () => {
  await dms.stop()
  await rm(folder, { recursive: true, force: true })
})

async function open(kind: string, settings: Partial<PlaceSettings>): Promise<Connector> {
  const memory = openMemoryWays()
  memory.refreshTokens.set(kind, dmsAccounts.clio.refreshToken)
  const addresses = openStoreAddresses(['loopback'])
  const http = openStoreHttp({ addresses, log: pino({ level: 'silent' }), pace: usualPace, gateway: dms.url })
  const place = { firmId: 1, credentialId: kind, settings: { ...noSettings, ...settings } }
  const found = findConnectorKind({ kind, driver: null })
  if (!found) throw new Error(kind)
  return found.open(place, { ...testWays(), ...memory, http })
}

const kinds: Readonly<Record<string, { credential: string; settings: Partial<PlaceSettings>; folder: string }>> = {
  imanage: {
    credential: 'imanage_cloud_credential',
    settings: {
      ...{ baseUrl: 'https://cloudimanage.com', customerId: dmsPlaces.customer, database: dmsPlaces.library },
      ...{ authorField: 'COURTCRIER', documentClass: 'COURT', documentSubclass: 'NOTICE', ...dmsAccounts.imanage },
    },
    folder: '10246-0001/Filings',
  },
  box: {
    credential: 'box_client_credential',
    settings: { folderId: dmsPlaces.boxFolder, ...dmsAccounts.box },
    folder: '10240-0003/Filings',
  },
  clio: {
    credential: 'clio_credential',
    settings: { region: 'US', clientId: dmsAccounts.clio.clientId, clientSecret: dmsAccounts.clio.clientSecret },
    folder: '10243-0002/Filings',
  },
}

async function save(key: string, name: string, text: string) {
  const { credential = '', settings = {}, folder: at = '' } = kinds[key] ?? {}
  const connector = await open(credential, settings)
  await connector.ensureFolder(at)
  const bytes = Buffer.from(text)
  return connector.put({
    ...{ path: `${at}/${name}`, idempotencyKey: `1:${key}:${name}`, attempt: 1, size: bytes.byteLength },
    ...{ sha256: createHash('sha256').update(bytes).digest('hex'), open: () => [bytes] },
    properties: { 'Custom 1': '<b>10246</b>' },
  })
}

async function see(address: string) {
  const answer = await fetch(new URL(address, dms.url))
  return { answer, text: await answer.text() }
}

test.each(Object.keys(kinds))('a document saved to %s is listed, and its link opens it', async (key) => {
  const saved = await save(key, 'Order & <b>.pdf', `%PDF-${key}`)
  expect(saved).toMatchObject({ wasThere: false })
  const link = 'link' in saved ? saved.link : undefined
  const { answer, text } = await see(`/open?${new URLSearchParams({ link: link ?? '' })}`)
  expect(new URL(answer.url).pathname).toMatch(new RegExp(`^/${key}/`))
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'; style-src http://127.0.0.1:1;")
  expect(text).toContain('Order &#38; &#60;b&#62;.pdf')
  expect(text).not.toContain('<b>')
  const [, address = ''] = /href="([^"]+\/content)"/.exec(text) ?? []
  const document = await see(address)
  expect(document.text).toBe(`%PDF-${key}`)
  expect(document.answer.headers.get('content-type')).toBe('application/pdf')
  const [, above = ''] = [...text.matchAll(/<a href="([^"]+)">Filings<\/a>/g)].at(-1) ?? []
  expect((await see(above)).text).toContain('Order &#38; &#60;b&#62;.pdf</a>')
})

test('a file that is no PDF is downloaded, whatever it is', async () => {
  await save('box', 'page.html', '<script>1</script>')
  const folderPage = (await see('/box')).text
  expect(folderPage).toContain('10240-0003')
  const [, first = ''] = /<a href="(\/box\/\d+)">10240-0003/.exec(folderPage) ?? []
  const [, second = ''] = /<a href="(\/box\/\d+)">Filings/.exec((await see(first)).text) ?? []
  const [, file = ''] = /<a href="(\/box\/\d+)">page.html/.exec((await see(second)).text) ?? []
  const { answer } = await see(`${file}/content`)
  expect(answer.headers.get('content-type')).toBe('application/octet-stream')
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment;/)
})

test('only the matters that belong to a service are open there, and nothing is at other addresses', async () => {
  expect((await see('/imanage')).text).not.toContain('10243-0002')
  expect((await see('/clio')).text).toContain('10243-0002')
  expect((await see('/clio')).text).not.toContain('10240-0001')
  expect((await see('/')).text).toContain('href="http://127.0.0.1:1/mail"')
  for (const address of ['/nowhere', '/clio/99999', '/open?link=https://api.example.com/1001'])
    expect((await see(address)).answer.status, address).toBe(404)
})

test('what was saved is there after a restart at the same address, under IDs that no new document gets', async () => {
  await save('box', 'before.pdf', '%PDF-1')
  const before = dms.url
  await dms.stop()
  dms = await startDemoDms(folder)
  expect(dms.url).toBe(before)
  expect(await save('box', 'before.pdf', '%PDF-1')).toMatchObject({ wasThere: true })
  expect(await save('imanage', 'after.pdf', '%PDF-2')).toMatchObject({ wasThere: false })
  expect(await save('imanage', 'Order & <b>.pdf', '%PDF-imanage')).toMatchObject({ wasThere: true })
  expect(await save('clio', 'after.pdf', '%PDF-2')).toMatchObject({ wasThere: false })
  dms.empty()
  expect((await see('/box')).text).toContain('No documents yet.')
})
