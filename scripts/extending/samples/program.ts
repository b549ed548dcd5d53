import type { Sample } from '../sample.ts'

const program = 'packages/server/src/commands/program.ts'
const config = 'packages/server/src/base/config.ts'

export const commandSample: Sample = {
  row: 'a command',
  files: {
    'packages/server/src/commands/greet.ts': `import { Command } from 'commander'

export function greetCommand(): Command {
  return new Command('greet')
    .description('Greet somebody.')
    .argument('<name>', 'who is greeted')
    .action((name: string) => console.log(\`Good morning, \${name}.\`))
}
`,
  },
  edits: [
    { file: program, after: "from './firm.ts'", insert: "import { greetCommand } from './greet.ts'" },
    { file: program, after: '  firmCommand,', insert: '  greetCommand,' },
  ],
  proofs: {
    'packages/server/src/commands/greet-sample.test.ts': `import { expect, test } from 'vitest'
import { runCommand } from '../testing/run-command.ts'

test('the command runs with its argument', async () => {
  const unused = { folder: '/nowhere', environment: {}, remove: async () => {} }
  expect(await runCommand(unused, ['greet', 'Ada'])).toMatchObject({ code: 0, output: 'Good morning, Ada.\\n' })
})
`,
  },
  holds: ['scripts/registries.test.ts'],
}

export const settingSample: Sample = {
  row: 'a setting',
  edits: [
    { file: config, after: '  concurrency: number', insert: '  sampleLimit: number' },
    {
      file: config,
      after: "    concurrency: read.whole('COURTCRIER_CONCURRENCY'",
      insert: "    sampleLimit: read.whole('COURTCRIER_SAMPLE_LIMIT', 1, 9) ?? 3,",
    },
    {
      file: 'docs/operations.md',
      after: '| `COURTCRIER_CONCURRENCY` |',
      insert: '| `COURTCRIER_SAMPLE_LIMIT` | `3` | A sample, 1 to 9 |',
    },
  ],
  proofs: {
    'packages/server/src/base/setting-sample.test.ts': `import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

test('the setting is read, has its default, and refuses what is out of range', () => {
  expect(readConfig({}).sampleLimit).toBe(3)
  expect(readConfig({ COURTCRIER_SAMPLE_LIMIT: '7' }).sampleLimit).toBe(7)
  expect(() => readConfig({ COURTCRIER_SAMPLE_LIMIT: '10' })).toThrow('COURTCRIER_SAMPLE_LIMIT')
})
`,
  },
  holds: ['packages/server/src/base/config.test.ts'],
}
