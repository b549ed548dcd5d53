import { Command } from 'commander'
import { readConfig } from '../base/config.ts'
import { answerDoctor } from '../doctor/answer-doctor.ts'
import { startOnceDatabaseIsThere } from '../main.ts'
import { stopOnSignals, surviveOutages } from './signals.ts'

export function serveCommand(): Command {
  return new Command('serve')
    .description('Run Courtcrier: web console, worker and mail, or the parts in --roles.')
    .option('--roles <list>', 'web, worker, mail, separated by commas; all if omitted')
    .addHelpText(
      'after',
      '\nSet up by environment variables (docs/operations.md); create a firm first: courtcrier firm create --help',
    )
    .action(async (options: { roles?: string }) => {
      const config = readConfig({ ...process.env, ...(options.roles ? { COURTCRIER_ROLES: options.roles } : {}) })
      const courtcrier = await startOnceDatabaseIsThere(config)
      const { log } = courtcrier.services
      const stopAnswering = await answerDoctor(courtcrier.services)
      surviveOutages(log)
      log.info({ url: courtcrier.url, smtpPort: courtcrier.smtpPort, roles: config.roles }, 'Courtcrier is running')
      stopOnSignals(async () => {
        stopAnswering()
        await courtcrier.stop()
      })
    })
}
