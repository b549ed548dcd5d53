import { afterAll, beforeAll, expect, test } from 'vitest'
import { productRoutes } from '../http/routes.ts'
import { openTestApi, type TestApi, testEmail } from '../testing/api.ts'
import { enrolTotp, logIn } from '../testing/factors.ts'
import { resetByEmail } from './user.ts'

let api: TestApi
beforeAll(async () => {
  api = await openTestApi({ environment: { COURTCRIER_URL: 'https://one.example' }, register: productRoutes })
})
afterAll(() => api.close())

test('the operator removes the factors of a user who has lost them, and ends their sessions', async () => {
  await enrolTotp(api, 'Docketing')
  expect((await logIn(api, 'Docketing')).json().second_factor).toMatchObject({ ways: expect.arrayContaining(['totp']) })
  const email = testEmail('Docketing').toUpperCase()
  expect(await resetByEmail(api.services, { firm: 1, email })).toBe('A Docketing')
  expect((await logIn(api, 'Docketing')).json().access_token).toBeTypeOf('string')
  await expect.poll(async () => (await api.call({ as: 'Docketing', url: '/api/v1/ping' })).status).toBe(401)
})

test('an address that no user of the firm has is an error that names both', async () => {
  await expect(resetByEmail(api.services, { firm: 2, email: testEmail('Docketing') })).rejects.toThrow(
    `Firm 2 has no user with the address ${testEmail('Docketing')}.`,
  )
})
