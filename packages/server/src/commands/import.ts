import { createReadStream } from 'node:fs'
import { access } from 'node:fs/promises'
import path from 'node:path'
import { ApiError } from '@courtcrier/contract/errors.ts'
import type { Resource } from '@courtcrier/contract/resource.ts'
import { administratorRole } from '@courtcrier/contract/resources/system-roles.ts'
import { Command } from 'commander'
import { ConfigError, readConfig } from '../base/config.ts'
import { ImportFileError } from '../records/transfer/import-file-error.ts'
import type { ImportResult } from '../records/transfer/import-result.ts'
import { importable } from '../records/transfer/importable.ts'
import { runImport } from '../records/transfer/run-import.ts'
import { exitCodes } from './exit.ts'
import { withServices } from './with-services.ts'

interface ImportOptions {
  firm: string
  dryRun?: boolean
  deleteMissing?: boolean
}

export function importCommand(): Command {
  return new Command('import')
    .description('Import records into a firm from comma-separated values (.txt or .csv).')
    .argument('<entity>', `what the rows are: ${importable.map(({ name }) => name).join(', ')}`)
    .argument('<file>', 'the file; its first row names the fields')
    .option('--firm <number>', 'firm number', '1')
    .option('--dry-run', 'show what would change, and change nothing')
    .option('--delete-missing', 'delete records missing from the file')
    .addHelpText(
      'after',
      '\nPrints the counts as JSON, and one line for each error. With the embedded database, stop the server first.',
    )
    .action(async (entity: string, file: string, options: ImportOptions) => {
      const resource = resourceOf(entity)
      const firmId = Number(options.firm)
      if (!Number.isInteger(firmId) || firmId < 1)
        throw new ConfigError(`--firm is "${options.firm}", but must be a firm's number.`)
      await demandFile(file)
      process.exitCode = await importFile(file, { resource, firmId, options })
    })
}

async function importFile(
  file: string,
  { resource, firmId, options }: { resource: Resource; firmId: number; options: ImportOptions },
): Promise<number> {
  return withServices(readConfig(process.env), async (services) => {
    try {
      const result = await runImport(
        services,
        { name: path.basename(file), open: () => createReadStream(file) },
        {
          resource,
          firmId,
          role: administratorRole,
          timekeeperId: undefined,
          mode: options.dryRun ? 'dry_run' : 'commit',
          deletesMissing: options.deleteMissing === true,
        },
      )
      return report(file, result)
    } catch (error) {
      if (!(error instanceof ImportFileError || error instanceof ApiError)) throw error
      console.error(`${file}: ${error.message}`)
      return exitCodes.failed
    }
  })
}

function report(file: string, { id, status, counts, errors, reason }: ImportResult): number {
  for (const { row, column, found, expected, fix } of errors) {
    const where = row === 0 ? found : `row ${row}${column ? `, ${column}` : ''}${found ? ` "${found}"` : ''}`
    console.error(`${file}, ${where.replace(/\s+/g, ' ')}: ${expected} ${fix}`)
  }
  if (reason !== undefined) console.error(`${file}: ${reason}`)
  console.log(JSON.stringify({ id, status, ...counts }))
  if (status === 'stopped') return exitCodes.failed
  return counts.error > 0 ? exitCodes.partial : exitCodes.ok
}

function resourceOf(entity: string): Resource {
  const resource = importable.find(({ name }) => name === entity)
  if (resource) return resource
  throw new ConfigError(`"${entity}" cannot be imported. There are: ${importable.map(({ name }) => name).join(', ')}.`)
}

async function demandFile(file: string): Promise<void> {
  try {
    await access(file)
  } catch (cause) {
    throw new ConfigError(`The file ${file} cannot be read.`, { cause })
  }
}
