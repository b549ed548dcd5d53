import { readStored, writeStored } from '../ui/stored.ts'

/** Runs a task while no other tab of this browser runs one with the same name. */
export function oneAtATime<T>(name: string, task: () => Promise<T>): Promise<T> {
  if (typeof navigator === 'undefined') return task()
  if (navigator.locks) return navigator.locks.request(`courtcrier.${name}`, task) as Promise<T>
  return underLease(`lease.${name}`, task)
}

interface Lease {
  owner: string
  until: number
}

/** A tab closed midway must not block the others for longer than this. */
const leaseMs = 10_000
/** After this time, two tabs that wrote simultaneously both see the last lease. */
const settleMs = 40

/**
 * Browsers offer locks on secure origins only. On plain HTTP, as within an office, tabs agree on a lease in their
 * shared storage: the tab whose name is still there a moment later has it.
 */
async function underLease<T>(name: string, task: () => Promise<T>): Promise<T> {
  const owner = `${Date.now()}-${Math.random()}`
  const giveUpAt = Date.now() + leaseMs
  while (!(await take(name, owner)) && Date.now() < giveUpAt) await pause(settleMs)
  try {
    return await task()
  } finally {
    if (readStored<Lease>(name)?.owner === owner) writeStored(name, undefined)
  }
}

async function take(name: string, owner: string): Promise<boolean> {
  const held = readStored<Lease>(name)
  if (held && held.owner !== owner && held.until > Date.now()) return false
  writeStored(name, { owner, until: Date.now() + leaseMs })
  await pause(settleMs)
  const kept = readStored<Lease>(name)
  // Without storage there is no other tab to agree with.
  return kept === undefined || kept.owner === owner
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
