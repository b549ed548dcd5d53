import { Command } from 'commander'
import { readConfig } from '../base/config.ts'
import { runChecks } from '../doctor/checks.ts'
import { exitCodes } from './exit.ts'

export function doctorCommand(): Command {
  return new Command('doctor')
    .description('Check database, blob store, mail, clock and disk, and say what to do.')
    .option('--json', 'print JSON, one check per line')
    .action(async (options: { json?: boolean }) => {
      const checks = await runChecks(readConfig(process.env))
      for (const check of checks) {
        const mark = { ok: 'ok     ', warning: 'warning', failed: 'FAILED ' }[check.state]
        console.log(options.json ? JSON.stringify(check) : `${mark} ${check.name}: ${check.sentence}`)
      }
      if (checks.some((check) => check.state === 'failed')) process.exitCode = exitCodes.failed
    })
}
