import { createServer } from 'node:net'
import type { Config } from '../base/config.ts'
import type { Check } from './check.ts'
import { isAnswering } from './check-links.ts'

/** Checks whether the ports of this process's roles are free, or a running Courtcrier has them. */
export async function checkPorts(config: Config): Promise<readonly Check[]> {
  const ports = [
    ...(config.roles.includes('web') ? [{ port: config.port, host: config.host, setting: 'COURTCRIER_PORT' }] : []),
    ...(config.roles.includes('mail') && config.smtpPort !== undefined
      ? [{ port: config.smtpPort, host: config.smtpHost, setting: 'COURTCRIER_SMTP_PORT' }]
      : []),
  ]
  const [web, mail] = ports
  if (web && mail && web.port !== 0 && web.port === mail.port && areOfOneAddress(web.host, mail.host))
    return [
      {
        name: `Port ${web.port}`,
        state: 'failed',
        sentence: `${web.setting} and ${mail.setting} are both ${web.port}, so Courtcrier can't start. Set one of them to another port.`,
      },
    ]
  const isRunning = await isAnswering(config)
  const checks = ports.filter(({ port }) => port !== 0).map((place) => checkPort(place, isRunning))
  return Promise.all(checks)
}

function areOfOneAddress(host: string, other: string): boolean {
  return host === other || [host, other].some((each) => each === '0.0.0.0' || each === '::')
}

interface ListeningPort {
  port: number
  host: string
  setting: string
}

async function checkPort({ port, host, setting }: ListeningPort, isRunning: boolean): Promise<Check> {
  const name = `Port ${port}`
  const refusal = await whyNotFree(host, port)
  if (refusal === undefined)
    return { name, state: 'ok', sentence: `It is free: Courtcrier isn't running here. "courtcrier serve" starts it.` }
  if (refusal === 'EADDRINUSE' && isRunning) return { name, state: 'ok', sentence: 'A running Courtcrier has it.' }
  const why = {
    EADDRINUSE: "Another program has it, so Courtcrier can't start.",
    EACCES:
      "Only root may open it, so Courtcrier can't start. Use one above 1023 behind a proxy, or grant CAP_NET_BIND_SERVICE.",
    EADDRNOTAVAIL: `This machine doesn't have the address ${host}, so Courtcrier can't start.`,
  }[refusal]
  return { name, state: 'failed', sentence: `${why ?? `It can't be opened (${refusal}).`} ${setting} names another.` }
}

/** Tries to open the port, and closes it again. */
function whyNotFree(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(undefined)))
  })
}
