import { expect, test } from 'vitest'
import { fileOf } from '../connector.suite.ts'
import { openFilevineBench } from './bench.ts'

const settings = {
  createBillingItems: true,
  billingItemTimeCode: 'A101',
  billingItemTimeCode2: 'L110',
  billingItemDescription: 'Review of court filing',
  billingItemQuantity: 0.2,
  billingItemRate: 350,
  billingItemUser: 'harlan@firm.example',
}
const open = (changes: Partial<{ [Key in keyof typeof settings]: (typeof settings)[Key] | null }> = {}) =>
  openFilevineBench({ settings: { ...settings, ...changes } })
const file = fileOf('A/Pleadings/118 Motion.pdf', 'x')

async function save(bench: Awaited<ReturnType<typeof open>>, each = file) {
  await bench.connector.ensureFolder('A/Pleadings')
  return bench.connector.put(each)
}

test('a saved document becomes a billing item, with the codes, the quantity, the rate and the time of the user', async () => {
  const bench = await open()
  expect(await save(bench)).toEqual({ wasThere: false, link: expect.any(String) })
  expect(bench.fake.bills).toEqual([
    {
      ID: expect.any(String),
      ProjectID: Number(bench.tree.at('A')?.id),
      BillingType: 'Time',
      UserID: 501,
      Date: new Date().toISOString().slice(0, 10),
      Description: 'Review of court filing: Pleadings/118 Motion.pdf',
      Quantity: 0.2,
      Rate: 350,
      BillingCodeOneKey: 'A101',
      BillingCodeTwoKey: 'L110',
      IsBillable: true,
      IsChargeable: true,
    },
  ])
  await bench.close()
})

test.each(['mharlan', 'Margaret Harlan', '501'])('the user is found as %s', async (billingItemUser) => {
  const bench = await open({ billingItemUser })
  await save(bench)
  expect(bench.fake.bills).toMatchObject([{ UserID: 501 }])
  await bench.close()
})

test('a code or a rate that the credential has not is left to Filevine', async () => {
  const bench = await open({ billingItemRate: null, billingItemTimeCode: null })
  await save(bench)
  expect(bench.fake.bills).toMatchObject([{ UserID: 501, BillingCodeTwoKey: 'L110' }])
  expect(bench.fake.bills[0]).not.toHaveProperty('Rate')
  expect(bench.fake.bills[0]).not.toHaveProperty('BillingCodeOneKey')
  await bench.close()
})

test.each([
  [true, 1],
  [false, 0],
])('items are made if the credential says so, and not otherwise (%s)', async (createBillingItems, count) => {
  const bench = await open({ createBillingItems })
  await save(bench)
  expect(bench.fake.bills).toHaveLength(count)
  await bench.close()
})

test.each([
  [{ billingItemTimeCode: 'unknown' }, 'refused making the billing item (400)'],
  [{ billingItemUser: 'no.one@firm.example' }, 'no one user "no.one@firm.example"'],
  [{ billingItemQuantity: null }, 'lacks its quantity'],
  [{ billingItemUser: null }, 'lacks its quantity or its user'],
])('an item that %o prevents is a remark, and the document is saved', async (changes, sentence) => {
  const bench = await open(changes)
  expect(await save(bench)).toMatchObject({ wasThere: false, remark: expect.stringContaining(sentence) })
  expect(bench.tree.at(file.path)?.bytes?.toString()).toBe('x')
  expect(bench.fake.bills).toEqual([])
  await bench.close()
})

test("an item has the firm's date, and is found whatever day it is in UTC", async () => {
  const bench = await open()
  const files = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'].map((timeZone, n) => ({
    ...fileOf(`A/Pleadings/${n}.pdf`, 'x'),
    timeZone,
  }))
  for (const each of files) await save(bench, each)
  bench.memory.states.clear()
  for (const each of files) expect(await save(bench, each)).toMatchObject({ wasThere: true })
  expect(bench.fake.bills).toHaveLength(2)
  const [east, west] = bench.fake.bills.map((bill) => bill.Date)
  // They are 25 hours apart.
  expect(Date.parse(String(east))).toBeGreaterThan(Date.parse(String(west)))
  await bench.close()
})

test('a zone that this server does not know is as UTC', async () => {
  const bench = await open()
  await save(bench, { ...file, timeZone: 'Mars/Olympus' })
  expect(bench.fake.bills).toMatchObject([{ Date: new Date().toISOString().slice(0, 10) }])
  await bench.close()
})

test('a lost answer makes one item, not two', async () => {
  const bench = await open()
  let count = 0
  bench.faults.failNth(({ path }) => path.endsWith('/BillingItem') && ++count === 1, { cut: 'after' })
  expect(await save(bench)).toEqual({ wasThere: false, link: expect.any(String) })
  expect(bench.fake.bills).toHaveLength(1)
  await bench.close()
})

test.each([
  [{ answer: 500 }, { problem: 'transient' }],
  [{ answer: 503, headers: { 'retry-after': '1' } }, { problem: 'throttled' }],
  [{ answer: 429 }, { problem: 'throttled' }],
  [{ cut: 'before' }, { problem: 'transient' }],
] as const)('an item that %o keeps from being made is made once by the next try', async (fault, problem) => {
  const bench = await open()
  bench.faults.failNth(({ path }) => path.endsWith('/BillingItem'), fault)
  expect(await save(bench)).toMatchObject({ ...problem, isPassing: true })
  expect(bench.tree.at(file.path)?.bytes?.toString()).toBe('x')
  bench.faults.failNth(undefined)
  // A busy host isn't contacted for a while.
  const again = bench.reopen()
  for (const attempt of [2, 3])
    expect(await again.put({ ...file, attempt })).toEqual({ wasThere: true, link: expect.any(String) })
  expect(bench.fake.bills).toHaveLength(1)
  await bench.close()
})

test('a failure that passes while the user or the item is looked for is no reason to bill nothing', async () => {
  const bench = await open()
  for (const lookedAt of ['/Users', '/billingitem/']) {
    bench.faults.failNth(({ path }) => path.includes(lookedAt) && !path.endsWith('/Me'), { answer: 500 })
    expect(await save(bench)).toMatchObject({ problem: 'transient' })
  }
  bench.faults.failNth(undefined)
  expect(await save(bench)).toEqual({ wasThere: true, link: expect.any(String) })
  expect(bench.fake.bills).toHaveLength(1)
  await bench.close()
})

test('an item that the account may not make is a remark', async () => {
  const bench = await open()
  bench.faults.failNth(({ path }) => path.endsWith('/BillingItem'), { answer: 403 })
  expect(await save(bench)).toMatchObject({ remark: expect.stringContaining("its billing item couldn't be made") })
  await bench.close()
})

test.each(['asked', 'made'])('a crash while it is noted that the item is %s leaves one item', async (state) => {
  const bench = await open()
  const { keep } = bench.memory.uploads
  bench.memory.uploads.keep = async (key, kept) => {
    if ('state' in kept && kept.state === state) throw new Error('the process ended')
    return keep(key, kept)
  }
  await expect(save(bench)).rejects.toThrow('the process ended')
  expect(bench.fake.bills).toHaveLength(state === 'made' ? 1 : 0)
  bench.memory.uploads.keep = keep
  const again = bench.reopen()
  expect(await again.put({ ...file, attempt: 2 })).toEqual({ wasThere: true, link: expect.any(String) })
  expect(await again.put({ ...file, attempt: 3 })).toEqual({ wasThere: true, link: expect.any(String) })
  expect(bench.fake.bills).toHaveLength(1)
  await bench.close()
})

test('a document saved once more after all was forgotten has one item, and each document its own', async () => {
  const bench = await open()
  await save(bench)
  bench.memory.states.clear()
  expect(await save(bench)).toMatchObject({ wasThere: true })
  await save(bench, fileOf('A/Pleadings/119 Order.pdf', 'x'))
  expect(bench.fake.bills).toHaveLength(2)
  await bench.close()
})

test("a person's own file of the same bytes is not billed", async () => {
  const bench = await open()
  await bench.connector.ensureFolder('A/Pleadings')
  await bench.plant(file.path, Buffer.from('x'))
  expect(await save(bench)).toMatchObject({ wasThere: true })
  expect(bench.fake.bills).toEqual([])
  await bench.close()
})

test.each([
  [{ billingItemTimeCode: 'A999' }, 'Filevine has no time code "A999".'],
  [{ billingItemTimeCode2: 'X1' }, 'Filevine has no time code "X1".'],
  [{ billingItemUser: 'nobody@firm.example' }, 'Filevine has no one user "nobody@firm.example".'],
])('the test of a credential names what Filevine’s lists of billing don’t have: %j', async (changes, objection) => {
  const bench = await open(changes)
  const [connected] = await bench.connector.check()
  expect(connected).toMatchObject({ state: 'ok', sentence: expect.stringContaining(objection) })
  await bench.close()
})

test('codes and a user that Filevine knows are not objected to, and without billing items nothing is looked up', async () => {
  for (const changes of [{}, { billingItemTimeCode: 'a101' }, { createBillingItems: false, billingItemUser: 'x' }]) {
    const bench = await open(changes)
    expect((await bench.connector.check())[0]?.sentence).toBe('The DMS was reached, and it accepted the sign-in.')
    await bench.close()
  }
})
