import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withFirm } from '../../base/db/firm-transaction.ts'
import { openTestApi, type TestApi, testEmail } from '../../testing/api.ts'
import {
  addSamlProvider,
  idpEntityId,
  idpSignInUrl,
  otherSigner,
  signer,
  signInBySaml,
} from '../../testing/saml-browser.ts'
import { samlMetadata } from '../../testing/saml-response.ts'
import { productRoutes } from '../routes.ts'

let api: TestApi
let publisher: Server
let metadataUrl: string
/** What the provider's metadata URL answers. */
let published = ''
/** What another URL there answers. */
let publishedElsewhere = ''
let asked = 0

beforeAll(async () => {
  const environment = { COURTCRIER_URL: 'https://one.example', COURTCRIER_ALLOW_PRIVATE_SIGN_ON: 'loopback' }
  api = await openTestApi({ environment, register: productRoutes })
  publisher = createServer((request, response) => {
    asked += 1
    const answer = request.url === '/elsewhere' ? publishedElsewhere : published
    if (answer === '') response.writeHead(503)
    response.end(answer)
  })
  await new Promise<void>((resolve) => publisher.listen(0, '127.0.0.1', resolve))
  metadataUrl = `http://127.0.0.1:${(publisher.address() as AddressInfo).port}/metadata`
})
afterAll(async () => {
  await api.close()
  publisher.close()
})

const remove = (id: string) =>
  api.call({ as: 'Administrator', method: 'DELETE', url: `/api/v1/identity_provider/${id}` })
const docketing = { nameId: 'docketing-1', attributes: { email: [testEmail('Docketing')] } }
const otherSigners = { response: otherSigner, assertion: otherSigner }

test('metadata at a URL are read once a day, and again when the certificate has changed', async () => {
  published = samlMetadata(idpEntityId, idpSignInUrl, [signer])
  const id = await addSamlProvider(api, { name: 'Published', metadata: null, metadata_url: metadataUrl })
  asked = 0
  for (const _ of [1, 2]) expect((await signInBySaml(api, id, docketing)).status).toBe(200)
  expect(asked).toBe(1)
  // Announced: both count.
  published = samlMetadata(idpEntityId, idpSignInUrl, [signer, otherSigner])
  await ageMetadata(id, '2 minutes')
  expect((await signInBySaml(api, id, { ...docketing, signers: otherSigners })).status).toBe(200)
  expect((await signInBySaml(api, id, docketing)).status).toBe(200)
  // Ended: the first no longer counts, once they are read again.
  published = samlMetadata(idpEntityId, idpSignInUrl, [otherSigner])
  await ageMetadata(id, '25 hours')
  expect((await signInBySaml(api, id, docketing)).status).toBe(401)
  // Away: those last read still count.
  published = ''
  await ageMetadata(id, '25 hours')
  expect((await signInBySaml(api, id, { ...docketing, signers: otherSigners })).status).toBe(200)
  await remove(id)
})

test('a forged response does not make the server ask for metadata again and again', async () => {
  published = samlMetadata(idpEntityId, idpSignInUrl, [signer])
  const id = await addSamlProvider(api, { name: 'Asked', metadata: null, metadata_url: metadataUrl })
  asked = 0
  for (const _ of [1, 2, 3])
    expect((await signInBySaml(api, id, { ...docketing, signers: otherSigners })).status).toBe(401)
  expect(asked).toBe(1)
  await remove(id)
})

test('another metadata URL counts at once, also when it does not answer, and so does the former one again', async () => {
  published = samlMetadata(idpEntityId, idpSignInUrl, [signer])
  publishedElsewhere = samlMetadata(idpEntityId, idpSignInUrl, [otherSigner])
  const id = await addSamlProvider(api, { name: 'Moved', metadata: null, metadata_url: metadataUrl })
  const move = (url: string) =>
    api.call({
      ...{ as: 'Administrator', method: 'PUT', url: `/api/v1/identity_provider/${id}` },
      body: { metadata_url: url },
    })
  expect((await signInBySaml(api, id, docketing)).status).toBe(200)
  expect((await move(new URL('/elsewhere', metadataUrl).href)).status).toBe(200)
  expect((await signInBySaml(api, id, { ...docketing, signers: otherSigners })).status).toBe(200)
  expect((await signInBySaml(api, id, docketing)).status).toBe(401)
  published = ''
  expect((await move(metadataUrl)).status).toBe(200)
  const begun = await api.call({ url: `/api/v1/sso/${id}/start` })
  expect(begun.headers.location, 'those of the other URL no longer count').toMatch(/^\/login\?sso=/)
  published = samlMetadata(idpEntityId, idpSignInUrl, [signer])
  expect((await signInBySaml(api, id, docketing)).status).toBe(200)
  await remove(id)
})

async function ageMetadata(id: string, age: string): Promise<void> {
  await withFirm(api.services.database, 1, (trx) =>
    sql`update saml_metadata set read_at = read_at - ${age}::interval where id = ${id}::uuid`.execute(trx),
  )
}
