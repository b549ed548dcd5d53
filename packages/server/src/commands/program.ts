import { Command, CommanderError } from 'commander'
import { version } from '../base/version.ts'
import { agentCommand } from './agent.ts'
import { demoCommand } from './demo.ts'
import { doctorCommand } from './doctor.ts'
import { exitCodes, explain } from './exit.ts'
import { firmCommand } from './firm.ts'
import { importCommand } from './import.ts'
import { ingestCommand } from './ingest.ts'
import { migrateCommand } from './migrate.ts'
import { parseCommand } from './parse.ts'
import { serveCommand } from './serve.ts'
import { userCommand } from './user.ts'

const commands = [
  demoCommand,
  serveCommand,
  parseCommand,
  ingestCommand,
  importCommand,
  migrateCommand,
  firmCommand,
  userCommand,
  doctorCommand,
  agentCommand,
]

/** Runs the program with its command-line arguments. Sets `process.exitCode`. */
export async function runProgram(args: readonly string[]): Promise<void> {
  const program = describeProgram()
  for (const command of commands) program.addCommand(command().exitOverride())
  try {
    await program.parseAsync(args, { from: 'user' })
  } catch (error) {
    // Commander has already printed its own message.
    if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? exitCodes.ok : exitCodes.usage
    else process.exitCode = explain(error)
  }
}

function describeProgram(): Command {
  return new Command('courtcrier')
    .description(
      'Receives court e-filing notices, retrieves their documents, saves them to the DMS and notifies the right people.',
    )
    .version(version)
    .showSuggestionAfterError()
    .exitOverride()
    .addHelpText(
      'after',
      `
Examples:
  courtcrier demo                          try it with a simulated court
  courtcrier firm create --name "Harlan & Lowe LLP" --email admin@harlanlowe.example
  courtcrier serve                         run it, configured by environment variables
  courtcrier parse notice.eml              what a message says, as JSON
  courtcrier import matter matters.csv --dry-run   what a file would change
  courtcrier doctor                        check everything, and say what to do

Exit codes: ${exitCodes.ok} done, ${exitCodes.failed} failed, ${exitCodes.usage} wrong use or setting, ${exitCodes.partial} some files could not be handled.
Settings are environment variables; docs/operations.md lists them.`,
    )
}
