import type { TemporaryPostgres } from './postgres.ts'
import { countingSettings, openBlockCounter, type StatementBlocks } from './statement-blocks.ts'

/** Settings for a server whose costly statements are to be named; none if `count` is zero. */
export function settingsToName(count: number): readonly string[] {
  return count > 0 ? [...countingSettings, 'pg_stat_statements.track_planning=on'] : []
}

/** Names the statements that cost PostgreSQL most time while something is measured. */
export interface CostlyStatements {
  /** Forgets what came before. */
  begin: () => Promise<void>
  /** Prints those that cost most since then, and how often each ran for one of `made`. */
  print: (made: { count: number; what: string }) => Promise<void>
  end: () => Promise<void>
}

const silent: CostlyStatements = { begin: async () => {}, print: async () => {}, end: async () => {} }

/** Opens the list for a server that was started with `settingsToName`; it does nothing if `count` is zero. */
export async function openCostlyStatements(postgres: TemporaryPostgres, count: number): Promise<CostlyStatements> {
  if (count === 0) return silent
  const counter = await openBlockCounter(postgres)
  return {
    begin: () => counter.reset(),
    print: async ({ count: made, what }) => {
      const all = [...(await counter.read()).values()].filter(({ calls }) => calls > 0)
      const total = all.reduce((sum, { ms }) => sum + ms, 0)
      console.log(`  PostgreSQL's statements took ${(total / 1000).toFixed(1)} s; for each ${what}:`)
      for (const each of all.toSorted((a, b) => b.ms - a.ms).slice(0, count)) console.log(line(each, { made, total }))
    },
    end: () => counter.end(),
  }
}

function line({ text, calls, blocks, ms }: StatementBlocks, { made, total }: { made: number; total: number }): string {
  const share = `${((ms / total) * 100).toFixed(0)} %`.padStart(5)
  const each = `${(calls / made).toFixed(2)} calls`.padStart(12)
  return `  ${share} ${each} of ${(ms / calls).toFixed(2)} ms and ${(blocks / calls).toFixed(0)} blocks: ${text.slice(0, 160)}`
}
