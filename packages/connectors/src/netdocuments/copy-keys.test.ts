import { describe, expect, test } from 'vitest'
import { describeConnector, fileOf } from '../connector.suite.ts'
import { describeEveryCall } from '../every-call.suite.ts'
import { describeOtherHands } from '../other-hands.suite.ts'
import { describeRepeatedNames } from '../repeated-names.suite.ts'
import { fakeBytes } from '../testing/fake-bytes.ts'
import { type BenchOptions, openBench, withBench } from './netdocuments-bench.fixture.ts'

const byKey: BenchOptions = { given: { keyAttribute: 'courtcrier key' } }
const name = 'NetDocuments (with an attribute for keys)'
const open = () => openBench(byKey)

describeConnector(name, open, { largest: { service: 'NetDocuments', gigabytes: 1 } })
describeEveryCall(name, open)
// What it publishes of a new document has no length.
describeOtherHands(name, open, { tellsLength: false })
describeRepeatedNames(name, open)

type Attributes = readonly { id?: unknown; value?: unknown }[]

/** Changes the attributes in a document's profile. */
function inProfile(json: unknown, change: (attributes: Attributes) => Attributes): unknown {
  const { customAttributes = [], ...rest } = json as { customAttributes?: Attributes }
  return { ...rest, customAttributes: change(customAttributes) }
}

describe('the key of a copy in NetDocuments', () => {
  test('with an attribute for keys, a document that was saved stays the copy, also when it was rewritten since', () =>
    withBench(byKey, async ({ connector, reopen, tree, list, faults }) => {
      await connector.ensureFolder('A')
      const file = fileOf('A/a.docx', 'x')
      faults.failNth(({ path }) => path.endsWith('/upload'), { cut: 'after' })
      expect(await connector.put(file)).toMatchObject({ problem: 'transient' })
      faults.failNth(undefined)
      const saved = tree.at('A/a.docx')
      if (saved) saved.bytes = fakeBytes('with properties written into it')
      expect(await reopen().put({ ...file, attempt: 2 })).toMatchObject({ wasThere: true })
      expect(await list('A')).toEqual(['a.docx'])
      expect(await reopen().put({ ...file, idempotencyKey: 'another copy' })).toMatchObject({ problem: 'conflict' })
    }))

  test('an attribute for keys that the cabinet lacks is told by the test of the credential, and documents are saved', () =>
    withBench({ given: { keyAttribute: 'Robin' } }, async ({ connector, fake, tree }) => {
      const sentence = expect.stringContaining('The cabinet has no attribute "Robin"')
      expect((await connector.check())[0]).toMatchObject({ state: 'ok', sentence })
      await connector.ensureFolder('A')
      expect(await connector.put(fileOf('A/a.pdf', 'x'))).toEqual({ wasThere: false, link: expect.any(String) })
      expect(fake.profiles.get(tree.at('A/a.pdf')?.id ?? '')).toEqual([])
    }))

  test("a policy's property doesn't replace the copy's key", () =>
    withBench(byKey, async ({ connector, fake, tree }) => {
      await connector.ensureFolder('A')
      const file = { ...fileOf('A/a.pdf', 'x'), properties: { '9': 'y', Author: 'Roe' } }
      expect(await connector.plan?.(file.properties)).toContainEqual(
        expect.objectContaining({ property: '9', name: null, why: "This attribute is for the copies' keys." }),
      )
      await connector.put(file)
      expect(fake.profiles.get(tree.at('A/a.pdf')?.id ?? '')).toEqual([
        { id: 4, value: 'Roe' },
        { id: 9, value: file.idempotencyKey },
      ])
    }))

  test.each([
    ['a list of values', (json: unknown) => inProfile(json, ([key]) => [{ ...key, value: [key?.value] }]), true],
    ['an ID that is a text', (json: unknown) => inProfile(json, ([key]) => [{ ...key, id: '9' }]), true],
    ['no attributes', () => ({}), false],
    ['attributes in another form', () => ({ customAttributes: { 9: 'x' } }), false],
    ['an attribute without a value', (json: unknown) => inProfile(json, () => [{ id: 9 }]), false],
  ])('a profile with %s is read, or the bytes are compared', (_name, rewrite, isFound) =>
    withBench(byKey, async ({ connector, tree, faults }) => {
      await connector.ensureFolder('A')
      const file = fileOf('A/a.pdf', 'x')
      await connector.put(file)
      faults.failNth(({ path }) => path.endsWith('/info'), { rewrite })
      expect(await connector.put({ ...file, attempt: 2 })).toMatchObject({ wasThere: true })
      const saved = tree.at('A/a.pdf')
      if (saved) saved.bytes = fakeBytes('y')
      const again = await connector.put({ ...file, attempt: 3 })
      expect(again).toMatchObject(isFound ? { wasThere: true } : { problem: 'conflict' })
    }),
  )
})
