import { configDefaults, defineConfig } from 'vitest/config'
import { SlowFirst } from './e2e/slow-first.ts'
import { isLongRun } from './packages/server/src/testing/long-run.ts'
import { onlyInLongRun } from './scripts/only-in-long-run.ts'
import { vitestReport } from './scripts/vitest-report.ts'

const notNow = isLongRun ? [] : onlyInLongRun

/**
 * They put something in the place of a module, ask what loading one does, or begin with the state it is loaded with:
 * that takes a worker that has not loaded it.
 */
const inWorkersOfTheirOwn = [
  'packages/console/src/session/reach.test.ts',
  'packages/console/src/i18n/*.test.ts',
  'packages/server/src/retrieval/claim.test.ts',
  'packages/server/src/mail/dns-gateway.test.ts',
  'packages/server/src/outbox/mail/mail-connection.test.ts',
  'packages/console/src/screens/login/checks.test.ts',
  'scripts/translations.test.ts',
]

/**
 * Node runs the code itself, as `npm start` does. Vite's module runner, in which every name that a module imports is
 * looked up in an object at each use, takes more than twice the processor time (docs/decisions/0022-the-gate.md). What
 * needs Vite stays there: the console's `import.meta.glob`, and modules that a test puts something in the place of.
 */
const onNode = { viteModuleRunner: false, nodeLoader: false }

const inConsole = 'packages/console/**'

/**
 * In workers of their own, which end with them: half of what a worker of all tests did in the end was to look through its
 * gigabytes for garbage.
 */
const ofApi = 'packages/server/src/http/**/*.test.ts'

/**
 * They measure for how long the thread holds everything else, without compiling it first. In a worker of all tests that
 * would be how long it looks for garbage in what the tests before have left: 390 ms instead of 70. At the end, without
 * others beside them: copying 50 MB takes twice the processor time while the memory is busy.
 */
const inFreshWorkers = ['packages/server/src/mail/mime-bombs.test.ts']

/** What is about the form of the code: quick and certain, so `npm run check` runs it. */
const form = [
  'scripts/{budgets,effects,event-types,own-files,registries,walls,house,sentence-patterns,server-sentences,walks,compose,extending/samples}.test.ts',
  'packages/console/src/i18n/literal-text.test.ts',
]

const sources = ['packages/*/src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts', 'bench/**/*.test.ts']

const database = 'packages/server/src/testing/global-setup.ts'
const firm = 'e2e/firm-image-setup.ts'

export default defineConfig({
  test: {
    // Slow machines are not failures: tests wait for conditions, and this only ends the ones that never come. It is
    // above what a browser test waits for at most (e2e/open-page.ts), which tells what it waited for.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 60_000 } },
    maxWorkers: 2,
    // A worker loads some 200 MB that stay; below this size the collector would look through them again and again.
    execArgv: ['--initial-old-space-size=1500'],
    reporters: ['default', vitestReport],
    sequence: { sequencer: SlowFirst },
    // Loading the program costs more than most files of tests, so those of a project follow each other in its workers.
    isolate: false,
    setupFiles: ['packages/server/src/testing/clean-worker.ts', 'packages/connectors/src/testing/judge-fakes.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'e2e',
          experimental: onNode,
          include: ['e2e/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...notNow],
          globalSetup: [database, firm],
          maxWorkers: 3,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'api',
          experimental: onNode,
          include: [ofApi],
          exclude: [...configDefaults.exclude, ...notNow],
          globalSetup: [database],
          maxWorkers: 3,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'code',
          experimental: onNode,
          include: sources,
          exclude: [
            ...configDefaults.exclude,
            ofApi,
            inConsole,
            ...inWorkersOfTheirOwn,
            ...inFreshWorkers,
            ...form,
            ...notNow,
          ],
          globalSetup: [database],
          // They wait for mail servers, stores and jobs, so that three leave a seventh of two cores idle.
          maxWorkers: 4,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'fresh',
          experimental: onNode,
          include: inFreshWorkers,
          globalSetup: [database],
          isolate: true,
          sequence: { groupOrder: 4 },
        },
      },
      {
        extends: true,
        test: {
          name: 'console',
          include: ['packages/console/{*,src/**/*}.test.{ts,tsx}'],
          exclude: [...configDefaults.exclude, ...inWorkersOfTheirOwn, ...form],
          maxWorkers: 3,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'apart',
          include: inWorkersOfTheirOwn,
          exclude: [...configDefaults.exclude, ...form],
          isolate: true,
          sequence: { groupOrder: 2 },
        },
      },
      { extends: true, test: { name: 'form', include: form, sequence: { groupOrder: 3 } } },
    ],
  },
})
