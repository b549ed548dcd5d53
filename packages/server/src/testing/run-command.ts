import { vi } from 'vitest'
import { runProgram } from '../commands/program.ts'
import type { DataFolder } from './data-folder.ts'

export interface CommandResult {
  code: number
  output: string
  errors: string
}

/** Runs the program in this process on a data folder, because a separate process takes seconds to start. */
export async function runCommand(data: DataFolder, args: readonly string[]): Promise<CommandResult> {
  const environment = { COURTCRIER_DATA: data.folder, ...data.environment }
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value)
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
