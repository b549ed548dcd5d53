import { changePassword, forgetPassword } from '@courtcrier/contract/calls/session.ts'
import { decodeTexts } from '@courtcrier/contract/wire.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ask } from './ask.ts'
import { setSession } from './session-store.ts'
import { sessionFor, stubFetch, stubStorage } from './testing/browser.ts'

beforeEach(() => {
  stubStorage()
  setSession(sessionFor(30))
})
afterEach(() => {
  setSession(undefined)
  vi.unstubAllGlobals()
})

test('a call with a message of its own is sent as that message', async () => {
  const calls = stubFetch(() => new Response(null, { status: 204 }))
  const body = { currentPassword: 'correct horse', newPassword: 'battery staple' }
  await ask(changePassword, { userId: 'u', body })
  expect(calls).toMatchObject([
    {
      path: '/api/v1/auth/u/change-password',
      init: { method: 'PUT', headers: { 'content-type': 'application/x-protobuf' } },
    },
  ])
  expect(decodeTexts(changePassword.message.numbers, calls[0]?.init.body as Uint8Array)).toEqual(body)
})

test('every other call is sent as JSON, with the names on the wire', async () => {
  const calls = stubFetch(() => new Response(null, { status: 204 }))
  await ask(forgetPassword, { body: { email: 'dana@harlanlowe.example' } })
  expect(calls[0]?.init).toMatchObject({
    headers: { 'content-type': 'application/json' },
    body: '{"email":"dana@harlanlowe.example"}',
  })
})
