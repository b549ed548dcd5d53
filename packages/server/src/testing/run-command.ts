import { vi } from 'vitest'
import { runProgram } from '../commands/program.ts'

export interface CommandResult {
  code: number
  output: string
  errors: string
}

/** Runs the program in this process on a data folder, because a separate process takes seconds to start. */
export async function runCommand(folder: string, args: readonly string[]): Promise<CommandResult> {
  vi.stubEnv('COURTCRIER_DATA', folder)
  const before = process.exitCode
  process.exitCode = undefined
  const lines = { output: '', errors: '' }
  const collect = (into: keyof typeof lines) => (text: unknown) => {
    lines[into] += `${text}\n`
  }
  const spies = [
    vi.spyOn(console, 'log').mockImplementation(collect('output')),
    vi.spyOn(console, 'error').mockImplementation(collect('errors')),
  ]
  try {
    await runProgram(args)
    return { code: Number(process.exitCode ?? 0), ...lines }
  } finally {
    process.exitCode = before
    for (const spy of spies) spy.mockRestore()
    vi.unstubAllEnvs()
  }
}
