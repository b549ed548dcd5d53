import type { JobQueue } from '../base/db/jobs.ts'
import { type CallDeps, type CallServices, runCall } from './run-call.ts'
import { openTurns } from './turns.ts'

/** They wait for receivers, not for the processor; a dozen of those can hang before others wait for them. */
const callConcurrency = 48

/** Works on the calls that are due, a few at a time to each receiver. */
export function workOnCalls(services: CallServices & { jobs: Pick<JobQueue, 'work'> }, deps: CallDeps = {}): void {
  const turns = openTurns()
  services.jobs.work('webhook', (job) => runCall(services, job, { turns, ...deps }), { concurrency: callConcurrency })
}
