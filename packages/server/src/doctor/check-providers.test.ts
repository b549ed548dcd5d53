import { X509Certificate } from 'node:crypto'
import { expect, onTestFinished, test, vi } from 'vitest'
import { productRoutes } from '../http/routes.ts'
import { openTestApi } from '../testing/api.ts'
import { startIdentityServer } from '../testing/identity-server.ts'
import { addSamlProvider, idpEntityId, signer } from '../testing/saml-browser.ts'
import { addProvider, redirectUris } from '../testing/sign-on-browser.ts'
import { checkProviders } from './check-providers.ts'

test('says of each identity provider in use whether its discovery answers', async () => {
  const server = await startIdentityServer({ redirectUris })
  const api = await openTestApi({
    environment: { COURTCRIER_ALLOW_PRIVATE_SIGN_ON: 'loopback' },
    register: productRoutes,
  })
  try {
    await addProvider(api, server, { name: 'Answers' })
    await addProvider(api, { ...server, issuer: 'http://127.0.0.1:9' }, { name: 'Down' })
    await addProvider(api, server, { name: 'Unused', is_active: false })
    const { database, config } = api.services
    expect(await checkProviders(database, config)).toEqual([
      { name: 'Identity provider Answers of firm 1', state: 'ok', sentence: `${server.issuer} answers.` },
      {
        name: 'Identity provider Down of firm 1',
        state: 'failed',
        sentence: expect.stringContaining("isn't running: the connection was refused. No one can sign in with it."),
      },
    ])
  } finally {
    await api.close()
    await server.stop()
  }
})

test('says until when the certificate of a SAML provider lasts, and warns before it ends', async () => {
  const api = await openTestApi({ environment: { COURTCRIER_URL: 'https://one.example' }, register: productRoutes })
  onTestFinished(() => api.close())
  await addSamlProvider(api, { name: 'Directory' })
  const { database, config } = api.services
  const name = 'Identity provider Directory of firm 1'
  const end = new X509Certificate(signer.certificate).validToDate
  const day = end.toISOString().slice(0, 10)
  expect(await checkProviders(database, config)).toEqual([
    { name, state: 'ok', sentence: `${idpEntityId}: its metadata have a certificate until ${day}.` },
  ])
  vi.useFakeTimers({ toFake: ['Date'], now: end.getTime() - 5 * 86_400_000 })
  onTestFinished(() => void vi.useRealTimers())
  expect(await checkProviders(database, config)).toEqual([
    {
      name,
      state: 'warning',
      sentence: `${idpEntityId}: the certificate in its metadata ends on ${day}. Enter the provider's present metadata.`,
    },
  ])
})
