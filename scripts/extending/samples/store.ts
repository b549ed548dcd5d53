import type { Sample } from '../sample.ts'

export const connectorSample: Sample = {
  row: 'a connector: a place to store copies',
  files: {
    'packages/connectors/src/memory/index.ts': `import type { ConnectorKind } from '../connector-kind.ts'

const files = new Set<string>()

/** Keeps names only, for as long as the process lives. */
export const memory: ConnectorKind = {
  name: 'memory',
  credential: 'generic_credential',
  driver: 'MEMORY',
  rootOf: ({ folderId }) => folderId ?? undefined,
  open: ({ firmId }) => ({
    ensureFolder: async () => ({ ready: true, made: false }),
    put: async ({ path }) => {
      const name = \`\${firmId}/\${path}\`
      const wasThere = files.has(name)
      files.add(name)
      return { wasThere }
    },
    exists: async (path) => ({ exists: files.has(\`\${firmId}/\${path}\`) }),
    link: () => undefined,
    check: async () => [],
  }),
}
`,
  },
  edits: [
    {
      file: 'packages/connectors/src/registry.ts',
      find: 'import { s3 }',
      put: `import { memory } from './memory/index.ts'
import { s3 }`,
    },
    {
      file: 'packages/connectors/src/registry.ts',
      find: '  fileSystem,',
      put: '  fileSystem,\n  memory,',
    },
    {
      file: 'packages/contract/src/credential-kinds.ts',
      find: "'DROPBOX', 'REST'] as const",
      put: "'DROPBOX', 'REST', 'MEMORY'] as const",
    },
  ],
  proofs: {
    'packages/server/src/connector-sample.test.ts': `import { genericCredential } from '@courtcrier/contract/resources/generic-credential.ts'
import { expect, test } from 'vitest'
import type { StorePlace, Ways } from '@courtcrier/connectors/connector-kind.ts'
import { connectorKinds } from '@courtcrier/connectors/registry.ts'

test('a credential can be of its type, and a file is put once', async () => {
  expect(genericCredential.fields.driver).toMatchObject({ values: expect.arrayContaining(['MEMORY']) })
  const kind = connectorKinds.find(({ driver }) => driver === 'MEMORY')
  const store = await kind?.open({ firmId: 1 } as StorePlace, {} as Ways)
  const file = { path: 'a/b.pdf', idempotencyKey: '1', attempt: 1, sha256: '', size: 0, open: () => [], properties: {} }
  expect(await store?.put(file)).toEqual({ wasThere: false })
  expect(await store?.put(file)).toEqual({ wasThere: true })
})
`,
  },
}

export const methodSample: Sample = {
  row: 'a delivery method',
  edits: [
    {
      file: 'packages/contract/src/delivery-methods.ts',
      find: `  'PDF_AND_DMS_LINK_NO_EMAIL',
] as const`,
      put: `  'PDF_AND_DMS_LINK_NO_EMAIL',
  'NO_DOCUMENTS',
] as const`,
    },
    {
      file: 'packages/contract/src/delivery-methods.ts',
      find: '  PDF_AND_DMS_LINK_NO_EMAIL: "',
      put: `  NO_DOCUMENTS: 'Nothing attached',
  PDF_AND_DMS_LINK_NO_EMAIL: "`,
    },
    {
      file: 'packages/server/src/outbox/deliveries/method.ts',
      find: '  WEB_LINK: {',
      put: `  NO_DOCUMENTS: { attaches: false, namesCopies: false },
  WEB_LINK: {`,
    },
  ],
  proofs: {
    'packages/server/src/method-sample.test.ts': `import { timekeeper } from '@courtcrier/contract/resources/timekeeper.ts'
import { expect, test } from 'vitest'
import { methodOf, methodTraits } from './outbox/deliveries/method.ts'

test('a timekeeper can choose it, and it attaches nothing', () => {
  expect(timekeeper.fields.deliveryMethod).toMatchObject({ values: expect.arrayContaining(['NO_DOCUMENTS']) })
  expect(methodTraits[methodOf('NO_DOCUMENTS')].attaches).toBe(false)
})
`,
  },
}
