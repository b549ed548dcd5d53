import { execFileSync } from 'node:child_process'
import { root } from './walls.ts'

/** Runs git in the repository and returns the lines that it prints. Throws if it fails. */
export function git(...args: readonly string[]): string[] {
  const stdio = ['ignore', 'pipe', 'ignore'] as const
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: [...stdio] })
    .split('\n')
    .filter(Boolean)
}

/** Returns the files that differ from a commit, and those that git doesn't know yet. Throws if there is no such commit. */
export function filesChangedSince(commit: string): string[] {
  return [...git('diff', '--name-only', commit), ...git('ls-files', '--others', '--exclude-standard')]
}
