import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../base/db/database.ts'
import { withFirm, withSystem } from '../base/db/firm-transaction.ts'
import { newId } from '../base/db/ids.ts'
import { openReusedDatabase } from '../testing/database.ts'
import { addressSpaceOf, describeSpace } from './address-space.ts'
import { findForeignAddresses, findProvenDomains, giveAddresses } from './own-domains.ts'

let database: Database
beforeAll(async () => {
  database = await openReusedDatabase()
  for (const firmId of [1, 2]) {
    await withSystem(database, (trx) =>
      sql`insert into firms (firm_id, id, name) values (${firmId}, ${firmId}, 'A firm')`.execute(trx),
    )
  }
  await give(1, ['*@hale.example', 'Ecf+Court@Shared.Example', '*@xn--kanzlei-mller-4ob.example'])
})
afterAll(() => database.close())

test('a firm owns its whole domains; a single address or an unproven claim does not make a domain its own', async () => {
  await withFirm(database, 1, (trx) =>
    sql`insert into firm_domains (firm_id, id, domain, given_by, token)
      values (1, ${newId()}::uuid, 'claimed.example', 'dns', 'x')`.execute(trx),
  )
  expect(await withFirm(database, 1, (trx) => findProvenDomains(trx, 1))).toEqual([
    'hale.example',
    'xn--kanzlei-mller-4ob.example',
  ])
  expect(await withFirm(database, 2, (trx) => findProvenDomains(trx, 1))).toEqual([])
  expect(await withSystem(database, (trx) => findProvenDomains(trx, 2))).toEqual([])
})

const overlapping: readonly string[] = [
  '*@hale.example',
  'HALE.example',
  'hale.example.',
  'ecf@hale.example',
  'ecf+anything@hale.example',
  'ecf@mail.hale.example',
  '*@deep.mail.hale.example',
  'example',
  '*@shared.example',
  'ecf@shared.example',
  'ECF+other@SHARED.example',
  '*@kanzlei-müller.example',
  'a@KANZLEI-MÜLLER.example',
]

test.each(overlapping)('%s overlaps what another firm owns, and is not assigned', async (address) => {
  await expect(give(2, [address])).rejects.toThrow(/^Refused: .*(belongs to another firm|a suffix of many domains)/)
  expect(await spacesOf(2)).toEqual([])
})

test.each(overlapping)('%s cannot be inserted directly into the database either', async (address) => {
  const { domain = '', localPart = null } = addressSpaceOf(address) ?? {}
  const write = withSystem(database, (trx) =>
    sql`insert into firm_domains (firm_id, id, domain, local_part, proved_at)
      values (2, ${newId()}::uuid, ${domain}, ${localPart}::text, now())`.execute(trx),
  )
  await expect(write).rejects.toThrow(/firm_domains_one_owner/)
})

test('names that only share a beginning or an end, and neighbors at a shared domain, do not overlap', async () => {
  await give(2, [
    '*@hale.example.net',
    '*@nothale.example',
    '*@ha.le.example',
    'other@shared.example',
    'ec@shared.example',
  ])
  expect(await spacesOf(2)).toHaveLength(5)
})

test('when two firms are assigned the same at once, only one gets it', async () => {
  const results = await Promise.allSettled([give(1, ['*@race.example']), give(2, ['ecf@race.example'])])
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('a domain replaces the parts of it that the firm owned', async () => {
  await give(1, ['ecf@grown.example', '*@sub.grown.example', 'ecf@sub.grown.example'])
  expect(await spacesOf(1)).toEqual(expect.arrayContaining(['ecf@grown.example', 'sub.grown.example']))
  await give(1, ['*@grown.example'])
  expect((await spacesOf(1)).filter((space) => space.includes('grown'))).toEqual(['grown.example'])
})

test.each([
  ['of another firm', 'ecf@shared.example'],
  ['of nobody', 'ecf@free.example'],
  ['written in another alphabet', 'a@ｆｒｅｅ.example'],
])("an address %s cannot be written into a firm's row", async (_, address) => {
  const write = withFirm(database, 2, (trx) =>
    sql`update firms set incoming_email_addresses = array[${address}::text] where firm_id = 2`.execute(trx),
  )
  await expect(write).rejects.toThrow(/firm 2 does not have the domain of/)
  expect(await withFirm(database, 2, (trx) => findForeignAddresses(trx, { firmId: 2, addresses: [address] }))).toEqual([
    address,
  ])
})

test.each([
  ...[
    '*@gmail.com',
    'GMAIL.com.',
    '*@eu.outlook.com',
    '*@appleid.com',
    'com',
    '*@uscourts.gov',
    'ecf.cand.uscourts.gov',
  ],
  ...['a@mail.txcourts.gov', 'gov', 'state.ny.us', '*@tylerhost.net', 'no domain', 'a b@c.example', '*@', '@x.example'],
])('%s is never assigned to a firm', async (address) => {
  await expect(give(2, [address])).rejects.toThrow(/^Refused/)
})

test('a single address at a public provider can be assigned', async () => {
  await give(2, ['hale.osei@gmail.com'])
  await expect(give(1, ['hale.osei+ecf@gmail.com'])).rejects.toThrow('belongs to another firm')
  await give(1, ['someone.else@gmail.com'])
})

test('a domain that still receives mail cannot be removed from the firm', async () => {
  await give(1, ['*@used.example'])
  const setAddresses = (addresses: string) =>
    withFirm(database, 1, (trx) =>
      sql`update firms set incoming_email_addresses = ${addresses}::text[] where firm_id = 1`.execute(trx),
    )
  const remove = () =>
    withFirm(database, 1, (trx) => sql`delete from firm_domains where domain = 'used.example'`.execute(trx))
  await setAddresses('{ecf@in.used.example}')
  await expect(remove()).rejects.toThrow(/firm 1 still receives mail at ecf@in\.used\.example/)
  await setAddresses('{}')
  await remove()
  expect(await spacesOf(1)).not.toContain('used.example')
})

function give(firmId: number, addresses: readonly string[]): Promise<void> {
  return withFirm(database, firmId, async (trx) => {
    const refusal = await giveAddresses(trx, { firmId, addresses })
    if (refusal !== undefined) throw new Error(`Refused: ${refusal}`)
  })
}

async function spacesOf(firmId: number): Promise<string[]> {
  const { rows } = await withFirm(database, firmId, (trx) =>
    sql<{ domain: string; localPart: string | null }>`
      select domain, local_part as "localPart" from firm_domains where proved_at is not null`.execute(trx),
  )
  return rows.map(({ domain, localPart }) => describeSpace({ domain, ...(localPart === null ? {} : { localPart }) }))
}
