import { version as serverVersion } from '../../base/version.ts'

/** The oldest agents that work with this server: raised with whatever an older one would misunderstand. */
const oldestAgent = '0.1.0'

/** How an agent's version compares with the server's. */
export type AgentAge = 'tooOld' | 'older' | 'same' | 'newer'

/** Returns how old an agent is. A pre-release of the oldest version counts as that version. */
export function ageOf(version: string, server = { version: serverVersion, oldestAgent }): AgentAge {
  if (compareNumbers(releaseOf(version), releaseOf(server.oldestAgent)) < 0) return 'tooOld'
  if (version === server.version) return 'same'
  const difference = compareNumbers(releaseOf(version), releaseOf(server.version))
  return difference < 0 || (difference === 0 && isPreRelease(version)) ? 'older' : 'newer'
}

/** Returns the version to install at an agent that is too old; null for any other. */
export function neededVersion(version: string): string | null {
  return ageOf(version) === 'tooOld' ? serverVersion : null
}

/** Says that an agent is too old, and what to do. */
export function tooOldSentence({ name, version }: { name: string; version: string }): string {
  return `The agent "${name}", of version ${version}, is too old for this server. Install version ${serverVersion} on its machine.`
}

/** `1.2.3` of `1.2.3-rc.1`. */
function releaseOf(version: string): string {
  return version.split('-', 1)[0] ?? ''
}

function isPreRelease(version: string): boolean {
  return version.includes('-')
}

function compareNumbers(one: string, other: string): number {
  return one.localeCompare(other, 'en', { numeric: true })
}
