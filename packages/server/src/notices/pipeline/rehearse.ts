import { withFirm } from '../../base/db/firm-transaction.ts'
import type { Services } from '../../base/services.ts'
import { readFirmFormats } from './firm-formats.ts'
import { readWork } from './load-work.ts'
import { pipeline } from './pipeline.ts'
import type { Outcome, ResultName, Results, StageDeps, Work } from './stage.ts'
import { whyHeld } from './trust-gate.ts'

/** The result of the current rules for an item, stage by stage, up to the first stage that would stop it. */
export interface Rehearsal {
  /** The stages tried, with the result of each. */
  steps: readonly RehearsedStep[]
  results: Partial<Results>
  /** The item's actual results. */
  was: Partial<Results>
  understood?: unknown
}

interface RehearsedStep {
  stage: ResultName
  outcome: Outcome['kind']
  sentence: string
}

/**
 * Previews an item's message with the current rules without changing anything: no link is opened, no one is notified,
 * nothing is saved. Only cases visible to the viewer are matched: one behind an ethical wall doesn't exist for them.
 * Runs only stages that need no network, and uses the item's actual results for the others. Returns undefined if there
 * is no such item.
 */
export async function rehearse(
  services: Services,
  { firmId, itemId, ...given }: { firmId: number; itemId: string } & Pick<StageDeps, 'onePerPlace' | 'seenCases'>,
): Promise<Rehearsal | undefined> {
  const work = await readWork(services, firmId, itemId)
  if (!work) return undefined
  const deps = rehearsalDeps(services, { firmId, ...given })
  const trial: Work = { ...work, results: { ...keptResults(work) } }
  const steps: RehearsedStep[] = []
  let understood: unknown
  for (const stage of pipeline.filter(({ name }) => !unrehearsed.has(name))) {
    const held = trial.results.authenticate && whyHeld(trial, stage.name)
    const outcome: Outcome = held ? { kind: 'review', sentence: held } : await stage.run(trial, deps)
    steps.push({ stage: stage.name, outcome: outcome.kind, sentence: outcome.sentence })
    if (outcome.kind === 'review') understood = outcome.result
    if (outcome.kind !== 'done') break
    Object.assign(trial.results, { [stage.name]: outcome.result })
  }
  return { steps, results: trial.results, was: work.results, understood }
}

function rehearsalDeps(
  { config, database, secrets }: Services,
  { firmId, ...given }: { firmId: number } & Pick<StageDeps, 'onePerPlace' | 'seenCases'>,
): StageDeps {
  return {
    config,
    secrets,
    ...given,
    read: (run) => withFirm(database, firmId, run),
    formats: (id, read) => read((trx) => readFirmFormats(trx, id)),
    get examine(): never {
      throw new Error('a rehearsal asks no name server')
    },
    get retrieval(): never {
      throw new Error('a rehearsal opens no link')
    },
  }
}

/**
 * `authenticate` and `retrieve` use the network. `prepare` follows from the documents and `deliver` from the
 * recipients: neither has its own rules.
 */
const unrehearsed = new Set<ResultName>(['authenticate', 'retrieve', 'prepare', 'deliver'])

function keptResults({ results }: Work): Partial<Results> {
  const { authenticate, retrieve } = results
  return { ...(authenticate && { authenticate }), ...(retrieve && { retrieve }) }
}
