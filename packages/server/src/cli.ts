#!/usr/bin/env node
import { Command, CommanderError } from 'commander'
import { demoCommand } from './commands/demo.ts'
import { doctorCommand } from './commands/doctor.ts'
import { exitCodes, explain } from './commands/exit.ts'
import { firmCommand } from './commands/firm.ts'
import { importCommand } from './commands/import.ts'
import { ingestCommand } from './commands/ingest.ts'
import { migrateCommand } from './commands/migrate.ts'
import { parseCommand } from './commands/parse.ts'
import { serveCommand } from './commands/serve.ts'
import { version } from './version.ts'

const program = new Command('courtcrier')
  .description('Receives court e-filing notices, keeps their documents, files them and tells the right people.')
  .version(version)
  .showSuggestionAfterError()
  .exitOverride()
  .addHelpText(
    'after',
    `
Examples:
  courtcrier demo                          look at it, with a simulated court
  courtcrier firm create --name "Harlan & Lowe LLP" --email admin@harlanlowe.example
  courtcrier serve                         the real thing, set up by environment variables
  courtcrier parse notice.eml              what a message says, as JSON
  courtcrier import matter matters.csv --dry-run   what a file would change
  courtcrier doctor                        is everything in order, and if not, what to do

Exit codes: ${exitCodes.ok} done, ${exitCodes.failed} failed, ${exitCodes.usage} wrong use or setting, ${exitCodes.partial} some files could not be handled.
Settings are environment variables; docs/operations.md lists them.`,
  )

for (const command of [
  demoCommand,
  serveCommand,
  parseCommand,
  ingestCommand,
  importCommand,
  migrateCommand,
  firmCommand,
  doctorCommand,
]) {
  program.addCommand(command().exitOverride())
}

try {
  await program.parseAsync()
} catch (error) {
  // Commander has printed its own sentence already.
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? exitCodes.ok : exitCodes.usage
  else process.exitCode = explain(error)
}
