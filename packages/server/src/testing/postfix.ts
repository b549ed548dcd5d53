import { execFile, spawnSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '@courtcrier/lib/free-port.ts'

/** A Postfix instance, separate from the machine's own, that relays the mail it accepts. */
export interface Postfix {
  port: number
  /** Stops it and removes its queue. */
  stop: () => Promise<void>
}

export interface PostfixOptions {
  /** The port of the mail server to which all mail is relayed. */
  relayPort: number
  /** Domains whose mail is relayed elsewhere: the port by domain. */
  portOfDomain: Readonly<Record<string, number>>
}

const run = promisify(execFile)

/** Returns whether Postfix can be started here; logs why not, since its tests are then skipped. */
export function hasPostfix(): boolean {
  const reason =
    process.getuid?.() !== 0
      ? 'only root can start a Postfix'
      : spawnSync('postconf', ['-d', 'mail_version']).status !== 0
        ? 'Postfix is not installed (apt-get install postfix)'
        : undefined
  if (reason) process.stdout.write(`Skipped: ${reason}, so no mail is sent through a real mail server.\n`)
  return reason === undefined
}

/** Starts Postfix with its settings, queue and log in a temporary folder, and waits until it accepts mail. */
export async function startPostfix(options: PostfixOptions): Promise<Postfix> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'courtcrier-postfix-'))
  // Its processes run as a separate user, who must be able to reach this folder.
  await chmod(folder, 0o755)
  const port = await freePort()
  for (const name of ['queue', 'data']) await mkdir(path.join(folder, name))
  await run('chown', ['postfix', path.join(folder, 'data')])
  await writeFile(path.join(folder, 'main.cf'), settingsOf(folder, options))
  await writeFile(path.join(folder, 'master.cf'), services(port))
  const log = path.join(folder, 'log')
  try {
    // Returns once the master process is running.
    await run('postfix', ['-c', folder, 'start'])
  } catch (error) {
    const said = await readFile(log, 'utf8').catch(() => '')
    await rm(folder, { recursive: true, force: true })
    throw new Error(`Postfix did not start:\n${said}`, { cause: error })
  }
  return {
    port,
    stop: async () => {
      await run('postfix', ['-c', folder, 'stop'])
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function settingsOf(folder: string, { relayPort, portOfDomain }: PostfixOptions): string {
  const routes = Object.entries(portOfDomain).map(([domain, port]) => `{ ${domain} = smtp:[127.0.0.1]:${port} }`)
  return lines({
    compatibility_level: '3.6',
    queue_directory: `${folder}/queue`,
    data_directory: `${folder}/data`,
    maillog_file: `${folder}/log`,
    maillog_file_prefixes: folder,
    myhostname: 'relay.example',
    mydestination: '',
    inet_interfaces: '127.0.0.1',
    inet_protocols: 'ipv4',
    mynetworks: '127.0.0.1/32',
    smtpd_relay_restrictions: 'permit_mynetworks, reject',
    smtp_dns_support_level: 'disabled',
    alias_maps: '',
    alias_database: '',
    local_recipient_maps: '',
    relayhost: `[127.0.0.1]:${relayPort}`,
    transport_maps: `inline:{ ${routes.join(', ')} }`,
  })
}

function lines(settings: Record<string, string>): string {
  return `${Object.entries(settings)
    .map(([name, value]) => `${name} = ${value}`)
    .join('\n')}\n`
}

/** Returns the processes needed to accept mail, relay it and report failures, none of them in a chroot. */
function services(port: number): string {
  return `${[
    `127.0.0.1:${port} inet n - n - - smtpd`,
    'cleanup unix n - n - 0 cleanup',
    'qmgr unix n - n 300 1 qmgr',
    'rewrite unix - - n - - trivial-rewrite',
    ...['bounce', 'defer', 'trace'].map((name) => `${name} unix - - n - 0 bounce`),
    'proxymap unix - - n - - proxymap',
    'smtp unix - - n - - smtp',
    'error unix - - n - - error',
    'retry unix - - n - - error',
    'anvil unix - - n - 1 anvil',
    'scache unix - - n - 1 scache',
    'tlsmgr unix - - n 1000? 1 tlsmgr',
    'postlog unix-dgram n - n - 1 postlogd',
  ].join('\n')}\n`
}
