import manifest from '../../package.json' with { type: 'json' }

const least = manifest.engines.node.replace('>=', '')

/**
 * Returns what is wrong with an older Node. It runs the program, but doesn't tell how much memory (from 22.16) and
 * processor time (from 24.6) a busy thread uses, so that `watchMemory` and `watchWork` end none.
 */
export function whyNodeTooOld(version = process.versions.node): string | undefined {
  if (version.localeCompare(least, 'en', { numeric: true }) >= 0) return undefined
  return `This is Node ${version}, which doesn't say how much memory and processor time a thread uses: a file made for it could stop the server. Use the Node in node_modules/.bin, or install ${least} or newer.`
}
