import { expect, test } from 'vitest'
import { compare, measures, type SourceFile } from './house.ts'

function found(name: string, files: readonly SourceFile[], imports: readonly { from: string; to: string }[] = []) {
  return measures.find((measure) => measure.name === name)?.find(files, imports)
}

test('what has risen is a problem, and what has fallen is the new limit', () => {
  const places = { up: ['a.ts:1', 'b.ts:2'], down: ['a.ts:3'], same: ['c.ts:4'], unknown: ['d.ts:5'] }
  const { problems, lowered } = compare(places, { allowed: { up: 1, down: 2, same: 1 }, changed: ['b.ts'] })
  expect(problems).toEqual([
    'up: 2, and only 1 are allowed. In files changed last: b.ts:2',
    'unknown: 1, and only 0 are allowed. node scripts/house.ts --list "unknown"',
  ])
  expect(lowered).toEqual({ down: 1 })
})

test('a page that a browser test reads at once is found, and an assertion that waits is not', () => {
  const text = [
    'expect(await page.getByRole("button").count()).toBe(0)',
    'expect((await frame.boundingBox())?.width).toBe(640)',
    'await expect.poll(() => page.locator("a").count()).toBe(2)',
    'expect((await kept("x"))?.body).toBe("y")',
  ].join('\n')
  expect(found('pages read at once by browser tests', [{ file: 'e2e/a.spec.ts', text }])).toEqual([
    'e2e/a.spec.ts:1',
    'e2e/a.spec.ts:2',
  ])
})

test('an update that sets a status is found, and one whose condition mentions it is not', () => {
  const text = [
    "sql`update deliveries d set sentence = 'Stopped.',",
    "  status = 'canceled' where d.id = r.id`",
    "sql`update deliveries set open_count = 1 where status = 'sent'`",
    "sql`update document_copies set status = 'new'`",
  ].join('\n')
  expect(found('statements that set the status of deliveries', [{ file: 'packages/x/src/a.ts', text }])).toEqual([
    'packages/x/src/a.ts:1',
  ])
})

test('an insertion that sets the status of a row that is there already is found, and one that sets something else is not', () => {
  const text = [
    'sql`insert into deliveries (id) select r.id from r',
    "  on conflict (id) do update set attempts = 0, status = 'new'`",
    'sql`insert into deliveries (id) select r.id from r where r.x',
    "  on conflict (id) do update set attempts = 0 where deliveries.status = 'failed'`",
    'sql`insert into deliveries (id) select r.id from r`',
  ].join('\n')
  expect(found('statements that set the status of deliveries', [{ file: 'packages/x/src/a.ts', text }])).toEqual([
    'packages/x/src/a.ts:1',
  ])
})

test('a comment in foreign words is found, and the same words in code are not', () => {
  const text = "// It is told to whoever asks.\nconst told = 'told'\n// Returns the recipients.\n"
  expect(found('comments in words that voice.md replaces', [{ file: 'e2e/a.ts', text }])).toEqual(['e2e/a.ts:1'])
})

test('a file of a few lines is found when one file of the program imports it', () => {
  const files = ['a', 'b'].map((name) => ({ file: `packages/x/src/${name}.ts`, text: 'export const x = 1\n' }))
  const from = ['c', 'd'].map((name) => `packages/x/src/${name}.ts`)
  const imports = [
    { from: from[0] ?? '', to: 'packages/x/src/a.ts' },
    { from: 'packages/x/src/a.test.ts', to: 'packages/x/src/a.ts' },
    ...from.map((each) => ({ from: each, to: 'packages/x/src/b.ts' })),
  ]
  expect(found('files under 15 lines with one importer', files, imports)).toEqual(['packages/x/src/a.ts'])
})
