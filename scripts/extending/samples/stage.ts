import type { Sample } from '../sample.ts'

export const stageSample: Sample = {
  row: 'a pipeline stage',
  fromGuide: ['packages/server/src/notices/pipeline/stages/index-text.ts'],
  edits: [
    {
      file: 'packages/contract/src/notice.ts',
      find: `  'store',
] as const`,
      put: `  'store',
  'index text',
] as const`,
    },
    {
      file: 'packages/server/src/notices/pipeline/stage.ts',
      find: `  store: { copies: readonly CopyPlan[] }
`,
      put: `  store: { copies: readonly CopyPlan[] }
  'index text': { documents: number }
`,
    },
    {
      file: 'packages/server/src/notices/pipeline/pipeline.ts',
      find: 'import { matchStage }',
      put: `import { indexTextStage } from './stages/index-text.ts'
import { matchStage }`,
    },
    {
      file: 'packages/server/src/notices/pipeline/pipeline.ts',
      find: `  prepareStage,
`,
      put: `  prepareStage,
  indexTextStage,
`,
    },
  ],
  proofs: {
    'packages/server/src/stage-sample.test.ts': `import { expect, test } from 'vitest'
import { pipeline } from './notices/pipeline/pipeline.ts'
import type { StageDeps, Work } from './notices/pipeline/stage.ts'

test('it runs after the documents are there', async () => {
  const names = pipeline.map(({ name }) => name)
  expect(names.indexOf('index text')).toBe(names.indexOf('prepare') + 1)
  const stage = pipeline.find(({ name }) => name === 'index text')
  const work = { results: { retrieve: { documents: [{}, {}], keys: [], gap: '' } } } as unknown as Work
  expect(await stage?.run(work, {} as StageDeps)).toMatchObject({ kind: 'done', result: { documents: 2 } })
})
`,
  },
}
