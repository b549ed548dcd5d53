import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { cpuSecondsOf } from './processor-time.ts'
import { demandNoWrongAnswer } from './watch-answers.ts'

/** A Courtcrier in a separate process, so that it can be killed or get a core to itself. */
export interface ServerProcess {
  pid: number
  /**
   * Kills it like a crash would, or lets it shut down properly; then it throws if the server logged an answer that
   * doesn't match the definition of its call.
   */
  end: (signal: 'SIGKILL' | 'SIGTERM') => Promise<void>
  hasEnded: () => boolean
  /** Returns its output so far. */
  output: () => string
  /** Returns its CPU seconds so far. */
  cpuSeconds: () => Promise<number>
}

const cli = fileURLToPath(new URL('../packages/server/src/cli.ts', import.meta.url))

/** Starts `courtcrier serve` and waits until its console answers. Throws with its output if it ends first. */
export async function startServerProcess(environment: Record<string, string>): Promise<ServerProcess> {
  // The same flag as in the container.
  const child = spawn(process.execPath, ['--max-semi-space-size=64', cli, 'serve'], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      TMPDIR: process.env.TMPDIR,
      ...environment,
      ...heard(environment),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(String(chunk)))
  await untilReady(child, `http://127.0.0.1:${environment.COURTCRIER_PORT}/readyz`, output)
  return {
    pid: child.pid ?? 0,
    end: async (signal) => {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill(signal)
      await ended
      // A test that kills a server still has to clean up.
      if (signal === 'SIGTERM') demandNoWrongAnswer(output.join(''))
    },
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    output: () => output.join(''),
    cpuSeconds: () => cpuSecondsOf(child.pid ?? 0),
  }
}

/** A silent server wouldn't say which of its answers were wrong. */
function heard({ COURTCRIER_LOG_LEVEL }: Record<string, string>): Record<string, string> {
  return COURTCRIER_LOG_LEVEL === 'silent' ? { COURTCRIER_LOG_LEVEL: 'error' } : {}
}

async function untilReady(child: ChildProcess, url: string, output: readonly string[]): Promise<void> {
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`the server ended at its start:\n${output.join('')}`)
    const answer = await fetch(url).catch(() => undefined)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}
