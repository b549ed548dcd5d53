import { rm } from 'node:fs/promises'
import path from 'node:path'
import { freePort } from '@courtcrier/lib/free-port.ts'
import pino from 'pino'
import { ConfigError, type Environment, readConfig } from '../base/config.ts'
import type { DemoControls } from '../http/demo.ts'
import { startCourtcrier } from '../main.ts'
import { demandFolder } from '../open-services.ts'
import { type DemoDms, startDemoDms } from './dms/demo-dms.ts'
import { furnishFirm } from './furnish.ts'
import { readDmsMatters } from './furnish-dms.ts'
import { fillHistory } from './history.ts'
import { resetFirm } from './reset.ts'
import { type SandboxProcess, startSandboxProcess } from './sandbox-process.ts'
import { demoLogIns, seedFirm } from './seed.ts'
import { fetchWorld } from './world.ts'

export interface DemoOptions {
  isFresh: boolean
  /** Filings per second. */
  rate: number
  environment: Environment
  /** Past filings that it starts with, besides those the simulated courts have planned; 240 by default. */
  past?: number
}

export interface Demo {
  /** Printed for the person who started it. */
  greeting: string
  url: string
  stop: () => Promise<void>
}

/** Starts the simulated courts and a Courtcrier with a firm; the first time, also fills in past notices. */
export async function startDemo(options: DemoOptions): Promise<Demo> {
  if (!(options.rate >= 0 && options.rate <= 100)) throw new ConfigError('--rate must be a number from 0 to 100.')
  const dataFolder = path.resolve(options.environment.COURTCRIER_DATA ?? 'data/demo')
  if (options.isFresh) await removeDemo(dataFolder)
  await demandFolder(dataFolder, 'COURTCRIER_DATA')
  const smtpPort = Number(options.environment.COURTCRIER_SMTP_PORT) || (await freePort())
  const dms = await startDemoDms(path.join(dataFolder, 'dms'))
  const outside = await startSandboxFor(dms, { folder: path.join(dataFolder, 'court'), smtpPort, rate: options.rate })
  try {
    return await startWith(outside, { ...options, dataFolder, smtpPort })
  } catch (error) {
    await stopAll(outside)
    throw error
  }
}

/** What isn't the firm's: courts and mail, and the services for documents. */
interface Outside {
  sandbox: SandboxProcess
  dms: DemoDms
}

async function startSandboxFor(
  dms: DemoDms,
  options: Omit<Parameters<typeof startSandboxProcess>[0], 'dmsUrl'>,
): Promise<Outside> {
  try {
    const sandbox = await startSandboxProcess({ ...options, dmsUrl: dms.url })
    dms.showMailAt(`${sandbox.url}/mail`)
    return { sandbox, dms }
  } catch (error) {
    await dms.stop()
    throw error
  }
}

async function stopAll({ sandbox, dms }: Outside): Promise<void> {
  await Promise.all([sandbox.stop(), dms.stop()])
}

async function startWith(
  outside: Outside,
  { environment, rate, dataFolder, smtpPort, past = 240 }: DemoOptions & { dataFolder: string; smtpPort: number },
): Promise<Demo> {
  const { sandbox, dms } = outside
  const config = readConfig(environmentFor(outside, { environment, dataFolder, smtpPort }))
  const courtcrier = await startCourtcrier(config, {
    demoLogIns,
    demoControls: controlsOf(outside, { rate, past }),
    log: pino({ level: config.logLevel }, pino.destination(2)),
  })
  const stop = async () => {
    await Promise.all([courtcrier.stop(), sandbox.stop()])
    await dms.stop()
  }
  try {
    const isNew = await seedFirm(courtcrier.services, await fetchWorld(sandbox.url))
    if (isNew) await furnishFirm(courtcrier.services)
    dms.openMatters(await readDmsMatters(courtcrier.services))
    if (isNew) {
      process.stderr.write(`Filling in ${past} past notices (only the first time) …\n`)
      await fillHistory(courtcrier.services, { sandboxUrl: sandbox.url, count: past })
    }
    if (rate > 0) await sandbox.startSending()
    return { url: courtcrier.url ?? '', greeting: greetingOf(courtcrier.url ?? '', { ...outside, smtpPort }), stop }
  } catch (error) {
    await courtcrier.stop()
    throw error
  }
}

function environmentFor(
  { sandbox, dms }: Outside,
  { environment, dataFolder, smtpPort }: { environment: Environment; dataFolder: string; smtpPort: number },
): Environment {
  return {
    COURTCRIER_LOG_LEVEL: 'warn',
    COURTCRIER_MAIL_FROM: 'courtcrier@harlanlowe.example',
    COURTCRIER_RETRY_SECONDS: '5',
    ...environment,
    DATABASE_URL: undefined,
    COURTCRIER_DATA: dataFolder,
    COURTCRIER_DEMO: '1',
    COURTCRIER_SMTP_PORT: String(smtpPort),
    COURTCRIER_SMTP_OUT: `smtp://127.0.0.1:${sandbox.mailboxPort}`,
    COURTCRIER_COURT_GATEWAY: sandbox.url,
    COURTCRIER_DNS_GATEWAY: `${sandbox.url}/dns`,
    COURTCRIER_DEMO_MAILBOX: `${sandbox.url}/mail`,
    COURTCRIER_STORE_GATEWAY: dms.url,
    COURTCRIER_ALLOW_PRIVATE_STORES: [environment.COURTCRIER_ALLOW_PRIVATE_STORES, 'loopback']
      .filter(Boolean)
      .join(','),
  }
}

/** A reset fills in past notices in the background: it takes longer than anyone waits for a button. */
function controlsOf({ sandbox, dms }: Outside, { rate, past }: { rate: number; past: number }): DemoControls {
  return {
    sendNotices: (count) => sandbox.send({ count, rate: 10 }),
    reset: async (services) => {
      await sandbox.stopSending()
      await resetFirm(services, await fetchWorld(sandbox.url))
      await furnishFirm(services)
      dms.empty()
      dms.openMatters(await readDmsMatters(services))
      void fillHistory(services, { sandboxUrl: sandbox.url, count: past })
        .then(() => (rate > 0 ? sandbox.startSending() : undefined))
        .catch((err: unknown) => services.log.error({ err }, 'the demo history could not be restored'))
    },
  }
}

async function removeDemo(folder: string): Promise<void> {
  try {
    await rm(folder, { recursive: true, force: true })
  } catch (cause) {
    throw new ConfigError(`The folder ${folder} cannot be removed. Is another demo running?`, { cause })
  }
}

function greetingOf(url: string, { sandbox, dms, smtpPort }: Outside & { smtpPort: number }): string {
  const logIns = demoLogIns.map(({ title, email, password }) => `    ${title.padEnd(18)}${email.padEnd(34)}${password}`)
  return `
  Courtcrier is running with a demo firm. The courts are simulated; new notices arrive every few seconds.

  Console         ${url}
  Outgoing mail   ${sandbox.url}/mail
  Saved documents ${dms.url}
  Incoming mail   SMTP at 127.0.0.1:${smtpPort}, for anyone at harlanlowe.example

  Log in as
${logIns.join('\n')}

  Ctrl-C stops it; the next start continues from here. "npm start -- --fresh" begins again.
`
}
