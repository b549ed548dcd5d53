import { Command } from 'commander'
import { startDemo } from '../demo/demo.ts'
import { stopOnSignals } from './signals.ts'

export function demoCommand(): Command {
  return new Command('demo')
    .description('Run Courtcrier with a demo firm and a simulated court that sends it real mail.')
    .option('--fresh', 'delete earlier demo data and start over')
    .option('--rate <filings>', 'filings per second the simulated courts make', '0.2')
    .addHelpText('after', '\nCOURTCRIER_PORT chooses another port, COURTCRIER_DATA another folder (data/demo).')
    .action(async (options: { fresh?: boolean; rate: string }) => {
      const demo = await startDemo({
        isFresh: options.fresh === true,
        rate: Number(options.rate),
        environment: process.env,
      })
      stopOnSignals(demo.stop)
      console.log(demo.greeting)
    })
}
