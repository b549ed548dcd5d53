import { afterAll, beforeAll, expect, test } from 'vitest'
import { withFirm } from '../base/db/firm-transaction.ts'
import { giveAddresses } from '../mail/own-domains.ts'
import { openTestApi, type TestApi } from '../testing/api.ts'
import { productRoutes } from './routes.ts'

let api: TestApi
beforeAll(async () => {
  api = await openTestApi({ register: productRoutes })
  await give(1, ['*@hale.example', 'ecf@shared.example'])
  await give(2, ['*@calder.example', '*@müller.example'])
  expect((await setAddresses(1, ['ecf@hale.example', '*@hale.example', 'ecf@shared.example'])).status).toBe(200)
})
afterAll(() => api.close())

test.each([
  'ecf@hale.example',
  'ECF@Hale.Example',
  'ecf+other@hale.example',
  '*@hale.example',
  '*@sub.hale.example',
  'x@deep.sub.hale.example',
  'ecf@shared.example',
  'ecf+1@SHARED.example',
  '*@shared.example',
  'ecf@ｈａｌｅ.example',
  'ecf@hale。example',
  '*@example',
  'ecf@nobodys.example',
  '*@gmail.com',
])('%s, which the firm was not given, is refused, and nothing reveals whose it is', async (address) => {
  const answer = await setAddresses(2, ['ecf@calder.example', address])
  expect(answer.status).toBe(400)
  expect(answer.text).toContain('incoming_email_addresses')
  expect(answer.text).not.toMatch(/Firm 1|another firm|Hale &/i)
  expect(await addressesOf(2)).toEqual([])
})

test('the refusal is the same sentence whether another firm has the address or no one does', async () => {
  const sentence = async (address: string) => (await setAddresses(2, [address])).text.replaceAll(address, 'ADDRESS')
  expect(await sentence('ecf@hale.example')).toBe(await sentence('ecf@nobodys.example'))
})

test("addresses at the firm's own domains and their subdomains are accepted, in any spelling", async () => {
  const addresses = ['ecf@calder.example', '*@In.Calder.example', 'ecf@MÜLLER.example']
  expect((await setAddresses(2, addresses)).status).toBe(200)
  expect(await addressesOf(2)).toEqual(['ecf@calder.example', '*@In.Calder.example', 'ecf@xn--mller-kva.example'])
  expect((await setAddresses(2, [])).status).toBe(200)
})

test('a quoted local part is not an address here', async () => {
  expect((await setAddresses(2, ['"ecf"@calder.example'])).status).toBe(400)
})

test('undoing a change does not restore an address that is no longer the firm’s', async () => {
  await give(2, ['*@moved.example'])
  await setAddresses(2, ['ecf@moved.example'])
  const cleared = await setAddresses(2, [])
  await withFirm(api.services.database, 2, (trx) =>
    trx
      .deleteFrom('firm_domains' as never)
      .where('domain' as never, '=', 'moved.example' as never)
      .execute(),
  )
  await give(1, ['*@moved.example'])
  const undoId = String(cleared.headers['x-undo-id'])
  const answer = await api.call({ as: 'Administrator', firm: 2, method: 'POST', url: `/api/v1/undo/${undoId}` })
  expect(answer.json(), answer.text).toMatchObject({ done: 0, refused: 1 })
  expect(answer.text).toContain('Your firm has no mail domain for')
  expect(await addressesOf(2)).toEqual([])
})

function give(firmId: number, addresses: readonly string[]): Promise<void> {
  return withFirm(api.services.database, firmId, async (trx) => {
    expect(await giveAddresses(trx, { firmId, addresses })).toBeUndefined()
  })
}

function setAddresses(firm: 1 | 2, addresses: readonly string[]) {
  return api.call({
    as: 'Administrator',
    firm,
    method: 'PUT',
    url: `/api/v1/firm/${firm}`,
    body: { incoming_email_addresses: addresses },
  })
}

async function addressesOf(firm: 1 | 2): Promise<unknown> {
  const answer = await api.call({ as: 'Administrator', firm, url: '/api/v1/firm' })
  return answer.json().incoming_email_addresses
}
