import { describe, expect, test } from 'vitest'
import { describeConnector, describeFaults, describeHttpFaults, fileOf } from '../connector.suite.ts'
import { describeEndedTokens } from '../ended-token.suite.ts'
import { describeEveryCall } from '../every-call.suite.ts'
import { describeOtherHands } from '../other-hands.suite.ts'
import { describeRepeatedNames } from '../repeated-names.suite.ts'
import { describeSizeLimit } from '../size-limit.suite.ts'
import { fakeBytes } from '../testing/fake-bytes.ts'
import { settingsWith } from '../testing/store-settings.ts'
import { litify } from './index.ts'
import { openBench, settings } from './litify-bench.fixture.ts'

describeConnector('Litify', openBench, { largest: { service: 'Salesforce', gigabytes: 2 }, refusesLongPaths: true })
describeFaults('Litify', openBench)
describeHttpFaults('Litify', openBench)
describeEveryCall('Litify', openBench)
describeOtherHands('Litify', openBench)
describeEndedTokens('Litify', openBench)
describeRepeatedNames('Litify', openBench)
const limit = { service: 'Salesforce', most: 2_000_000_000, gigabytes: 2, writes: /\/sobjects\/ContentVersion$/ }
describeSizeLimit('Litify', openBench, limit)

const keyed = () => openBench({ keyField: 'Courtcrier_Key__c' })
const keyedName = 'Litify (with a field for keys)'
describeConnector(keyedName, keyed, { largest: { service: 'Salesforce', gigabytes: 2 }, refusesLongPaths: true })
describeEveryCall(keyedName, keyed)
describeOtherHands(keyedName, keyed)
describeRepeatedNames(keyedName, keyed)

describe('the Litify connector', () => {
  test.each([
    ['clientId', { clientId: 'other' }],
    ['clientSecret', { clientSecret: 'other' }],
  ])('with a wrong %s, an administrator is told what the external client app needs', async (_field, wrong) => {
    const bench = await openBench(wrong)
    const [connect] = await bench.connector.check()
    expect(connect).toMatchObject({ state: 'failed', sentence: expect.stringContaining('client credentials flow') })
    await bench.close()
  })

  test('without a right to see matters, an administrator is told which the user needs', async () => {
    const bench = await openBench()
    bench.fake.state.hasLitify = false
    const [connect] = await bench.connector.check()
    expect(connect).toMatchObject({ state: 'failed', sentence: expect.stringContaining('permission sets of Litify') })
    await bench.close()
  })

  test('a file is part of its matter, its folders are in its title, and its link opens it in Lightning', async () => {
    const bench = await openBench()
    await bench.connector.ensureFolder('MAT-0001/Motions/2026')
    const saved = await bench.connector.put(fileOf("MAT-0001/Motions/2026/O'Neil 100%_\\a.pdf", 'x'))
    const entry = bench.tree.at("MAT-0001/Motions/2026/O'Neil 100%_\\a.pdf")
    expect(entry?.bytes?.toString()).toBe('x')
    expect(saved).toMatchObject({
      link: `${bench.baseUrl}/lightning/r/ContentDocument/d${entry?.id}/view`,
    })
    expect(await bench.connector.exists("MAT-0001/Motions/2026/O'Neil 100%_\\a.pdf")).toEqual({ exists: true })
    expect(await bench.reopen().ensureFolder('MAT-0001/Motions', { mayMake: false })).toEqual({
      ready: true,
      made: false,
    })
    await bench.close()
  })

  test('files of one name in two folders of a matter, or with two extensions, are different files', async () => {
    const bench = await openBench()
    const paths = ['MAT-0001/Motions/a.pdf', 'MAT-0001/Orders/a.pdf', 'MAT-0001/Orders/a.docx', 'MAT-0001/a.pdf']
    for (const path of paths) {
      await bench.connector.ensureFolder(path.slice(0, path.lastIndexOf('/')))
      expect(await bench.connector.put(fileOf(path, path))).toMatchObject({ wasThere: false })
    }
    await bench.close()
  })

  test.each(['mat-0001', "Roe v. O'Neil", 'Roe v. Wade - Estate'])(
    'finds the matter %s by its number or name',
    async (name) => {
      const bench = await openBench()
      const displayName = name === 'mat-0001' ? 'Other' : name.replace(' - ', ': ')
      const number = name === 'mat-0001' ? 'MAT-0001' : 'MAT-0002'
      const matter = bench.tree.makeFolders(number)
      matter.facts.displayName = displayName
      await bench.connector.ensureFolder(name)
      await bench.connector.put(fileOf(`${name}/a.pdf`, 'x'))
      expect(await bench.list(number)).toEqual(['a.pdf'])
      await bench.close()
    },
  )

  test('a matter is found on a later page, and a list without an end is told', async () => {
    const bench = await openBench()
    for (let n = 0; n < 8; n++) bench.tree.makeFolders(`Roe ${n} Estate`)
    bench.tree.makeFolders('Roe: Estate')
    bench.fake.state.pageSize = 2
    expect(await bench.connector.ensureFolder('Roe-Estate')).toMatchObject({ ready: true })
    for (let n = 8; n < 30; n++) bench.tree.makeFolders(`Roe ${n} Estate`)
    expect(await bench.reopen().ensureFolder('Roe-Estate')).toMatchObject({
      problem: 'rejected',
      sentence: expect.stringContaining('no end'),
    })
    await bench.close()
  })

  test('a matter that does not exist, or of which there are several, is told and never made', async () => {
    const bench = await openBench()
    for (const name of ['MAT-8', 'MAT-9']) bench.tree.makeFolders(name).facts.displayName = 'Twice'
    expect(await bench.connector.ensureFolder('MAT-7')).toMatchObject({
      problem: 'missing',
      sentence: expect.stringContaining('Litify has no matter "MAT-7"'),
    })
    expect(await bench.connector.ensureFolder('Twice')).toMatchObject({ problem: 'rejected' })
    expect(await bench.connector.put(fileOf('a.pdf', 'x'))).toMatchObject({ problem: 'rejected' })
    await bench.close()
  })

  test('a file with our key is ours, whatever was done to it since', async () => {
    const bench = await openBench()
    await bench.connector.ensureFolder('A')
    const file = fileOf('A/a.pdf', 'x')
    await bench.connector.put(file)
    const entry = bench.tree.at('A/a.pdf')
    if (entry) entry.bytes = fakeBytes('a new version')
    expect(await bench.connector.put({ ...file, attempt: 2 })).toMatchObject({ wasThere: true })
    const other = { ...file, idempotencyKey: 'other' }
    expect(await bench.connector.put(other)).toMatchObject({ problem: 'conflict' })
    await bench.close()
  })

  test('with a field for keys, our own file is found by it, under whatever title, and only in its matter', async () => {
    const bench = await keyed()
    for (const matter of ['A', 'After']) await bench.connector.ensureFolder(matter)
    const file = fileOf('A/a.pdf', 'x')
    await bench.connector.put(file)
    const entry = bench.tree.at('A/a.pdf')
    expect(entry?.facts).toMatchObject({ key: file.idempotencyKey, description: undefined })
    if (entry) [entry.name, entry.bytes] = ['Order.pdf', fakeBytes('a new version')]
    const link = expect.stringContaining(entry?.id ?? 'none')
    expect(await bench.reopen().put({ ...file, attempt: 2 })).toEqual({ wasThere: true, link })
    expect(await bench.list('A')).toEqual(['Order.pdf'])
    const elsewhere = { ...file, path: 'After/a.pdf' }
    expect(await bench.connector.put(elsewhere)).toMatchObject({ wasThere: false })
    await bench.close()
  })

  test('a field for keys that Salesforce lacks or hides is told by the test of the credential', async () => {
    const bench = await keyed()
    bench.fake.state.hasKeyField = false
    const sentence = expect.stringContaining("No such column 'Courtcrier_Key__c'")
    expect((await bench.connector.check())[0]).toMatchObject({ state: 'failed', sentence })
    expect(await bench.reopen().ensureFolder('A')).toMatchObject({ problem: 'auth', sentence })
    await bench.close()
  })

  test('our own file is found among many of its title, also on a later page', async () => {
    const bench = await openBench()
    const folder = bench.tree.makeFolders('A')
    const add = (description: string) =>
      bench.tree.add({ name: 'a.pdf', parentId: folder.id, bytes: Buffer.from(description), facts: { description } })
    for (let n = 0; n < 60; n++) add(`of person ${n}`)
    const file = fileOf('A/a.pdf', 'x')
    add(`courtcrier:${file.idempotencyKey}`)
    bench.fake.state.pageSize = 10
    await bench.connector.ensureFolder('A')
    expect(await bench.connector.put({ ...file, attempt: 2 })).toMatchObject({ wasThere: true })
    await bench.close()
  })

  test.each([
    [403, 'REQUEST_LIMIT_EXCEEDED', 'throttled'],
    [400, 'STORAGE_LIMIT_EXCEEDED', 'transient'],
    [400, 'UNABLE_TO_LOCK_ROW', 'transient'],
    [400, 'INSUFFICIENT_ACCESS_ON_CROSS_REFERENCE_ENTITY', 'transient'],
    [400, 'DUPLICATE_VALUE', 'transient'],
    [400, 'INVALID_FIELD_FOR_INSERT_UPDATE', 'auth'],
    [400, 'FIELD_CUSTOM_VALIDATION_EXCEPTION', 'rejected'],
  ])('%d %s is %s', async (answer, errorCode, problem) => {
    const bench = await openBench()
    await bench.connector.ensureFolder('A')
    bench.faults.fail({ answer, body: JSON.stringify([{ errorCode, message: 'No.' }]) }, 'POST')
    expect(await bench.connector.put(fileOf('A/a.pdf', 'x'))).toMatchObject({ problem })
    await bench.close()
  })

  test('a title that is too long for Salesforce is told before anything is sent', async () => {
    const bench = await openBench()
    const path = `A/${'b'.repeat(120)}/${'c'.repeat(120)}/${'d'.repeat(20)}.pdf`
    await bench.connector.ensureFolder(path.slice(0, path.lastIndexOf('/')))
    expect(await bench.connector.put(fileOf(path, 'x'))).toMatchObject({
      problem: 'rejected',
      sentence: expect.stringContaining('255 characters'),
    })
    await bench.close()
  })

  test('an organization is one root', () => {
    const baseUrl = 'https://Firm.my.salesforce.com/anything'
    expect(litify.rootOf(settingsWith({ ...settings, baseUrl }))).toBe('litify/firm.my.salesforce.com')
  })
})
