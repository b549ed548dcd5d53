import { execFile, spawnSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '../base/lib/free-port.ts'

/** A Postfix of its own, apart from the machine's, that sends on what it takes. */
export interface Postfix {
  port: number
  /** Ends it, and removes its queue. */
  stop: () => Promise<void>
}

export interface PostfixOptions {
  /** The port of the mail server that all mail goes to. */
  relayPort: number
  /** Domains whose mail goes elsewhere: the port by domain. */
  portOfDomain: Readonly<Record<string, number>>
}

const run = promisify(execFile)

/** Whether Postfix can be started here; says why not, as the tests are skipped then. */
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

/** Starts it with settings, queue and log in a folder of its own, and waits until it takes mail. */
export async function startPostfix(options: PostfixOptions): Promise<Postfix> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'courtcrier-postfix-'))
  // Its processes run as a user of their own, who has to come this far.
  await chmod(folder, 0o755)
  const port = await freePort()
  for (const name of ['queue', 'data']) await mkdir(path.join(folder, name))
  await run('chown', ['postfix', path.join(folder, 'data')])
  await writeFile(path.join(folder, 'main.cf'), settingsOf(folder, options))
  await writeFile(path.join(folder, 'master.cf'), services(port))
  const log = path.join(folder, 'log')
  try {
    // Comes back when the master process is at work.
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

/** The processes that taking mail, sending it on and telling of failures need, none of them in a chroot. */
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
