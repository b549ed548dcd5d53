import { filesChangedSince, git } from './changed-files.ts'
import { inTurn, type Program } from './run-tests.ts'

// Runs the tests of what has changed since main: those whose imports lead to a changed file. In a browser only if the
// console or e2e/ has changed, since the console's files are not imported by its browser tests but built.

const base = 'main'

function changedFiles(): string[] {
  return filesChangedSince(git('merge-base', base, 'HEAD')[0] ?? base)
}

/** Returns what to run for these files. */
export function programsFor(changed: readonly string[]): Program[] {
  const vitest: Program = ['vitest', ['run', `--changed=${base}`, '--project=!form']]
  const specs = changed.filter((file) => file.endsWith('.spec.ts'))
  // Any page shows what is broken for all of them.
  const smoke = changed.some((file) => file.startsWith('packages/console/')) ? ['e2e/console.spec.ts'] : []
  const files = [...new Set([...specs, ...smoke])]
  return files.length > 0 ? [vitest, ['playwright', ['test', ...files]]] : [vitest]
}

if (import.meta.main) inTurn(programsFor(changedFiles()))
