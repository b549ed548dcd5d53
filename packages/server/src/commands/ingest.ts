import { Command } from 'commander'
import { ConfigError, readConfig } from '../base/config.ts'
import { ingestFiles } from '../ingest.ts'
import { exitCodes } from './exit.ts'
import { withServices } from './with-services.ts'

export function ingestCommand(): Command {
  return new Command('ingest')
    .description('Receive messages from files, as if they had arrived by email.')
    .argument('<file...>', 'messages (.eml)')
    .option('--firm <number>', 'firm number', '1')
    .addHelpText(
      'after',
      '\nThe running server processes them; otherwise they wait for the next "courtcrier serve".\nWith the embedded database, stop the server first.',
    )
    .action(async (files: string[], options: { firm: string }) => {
      const firmId = Number(options.firm)
      if (!Number.isInteger(firmId) || firmId < 1)
        throw new ConfigError(`--firm is "${options.firm}", but must be a firm's number.`)
      await withServices(readConfig(process.env), async (services) => {
        const results = await ingestFiles(services, { firmId, files })
        for (const result of results) console.log(JSON.stringify(result))
        const failed = results.filter((result) => 'problem' in result).length
        if (failed > 0) process.exitCode = failed === files.length ? exitCodes.failed : exitCodes.partial
      })
    })
}
