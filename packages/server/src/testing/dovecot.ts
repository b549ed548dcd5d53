import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, rename, rm, utimes, writeFile } from 'node:fs/promises'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from '@courtcrier/lib/free-port.ts'

/** A real IMAP server, separate from the machine's own, that is signed in to by OAuth only. */
export interface Dovecot {
  port: number
  /** Puts a message into a user's INBOX, received now or at another time. */
  deliver: (user: string, message: string, receivedAt?: Date) => Promise<void>
  /** Returns the messages in a folder. */
  count: (user: string, folder: string) => Promise<number>
  /** Ends all connections of a user, as a server does when a token has ended. */
  kick: (user: string) => Promise<void>
  stop: () => Promise<void>
}

const run = promisify(execFile)

/** Returns whether Dovecot can be started here; logs why not, since its tests are then skipped. */
export function hasDovecot(): boolean {
  const reason =
    process.getuid?.() !== 0
      ? 'only root can start a Dovecot'
      : spawnSync('dovecot', ['--version'], { env: paths }).status !== 0
        ? 'Dovecot is not installed (apt-get install dovecot-imapd)'
        : undefined
  if (reason)
    process.stdout.write(`Skipped: ${reason}, so no mailbox of a real mail server is signed in to by OAuth.\n`)
  return reason === undefined
}

const paths = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/sbin` }

/** Starts Dovecot with its settings and mail in a temporary folder. It asks `introspectionUrl` whose token it is given. */
export async function startDovecot({ introspectionUrl }: { introspectionUrl: string }): Promise<Dovecot> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'courtcrier-dovecot-'))
  await chmod(folder, 0o755)
  const port = await freePort()
  const mail = path.join(folder, 'mail')
  await mkdir(mail)
  await run('chown', ['nobody', mail])
  await writeFile(path.join(folder, 'oauth.conf'), oauthOf(introspectionUrl))
  const settings = path.join(folder, 'dovecot.conf')
  await writeFile(settings, settingsOf(folder, port))
  const server = spawn('dovecot', ['-F', '-c', settings], { env: paths, stdio: 'ignore' })
  await answers(port, server)
  const doveadm = (...args: string[]) => run('doveadm', ['-c', settings, ...args], { env: paths })
  return {
    port,
    deliver: async (user, message, receivedAt = new Date()) => {
      const box = path.join(mail, user)
      for (const name of ['cur', 'new', 'tmp']) await mkdir(path.join(box, name), { recursive: true })
      const file = path.join(box, 'tmp', `${randomUUID()}.courtcrier`)
      await writeFile(file, message)
      // A Maildir's message was received when its file was last changed.
      await utimes(file, receivedAt, receivedAt)
      await run('chown', ['-R', 'nobody:nogroup', box])
      await rename(file, path.join(box, 'new', path.basename(file)))
    },
    count: async (user, name) => {
      const { stdout } = await doveadm('-f', 'flow', 'mailbox', 'status', '-u', user, 'messages', name)
      return Number(/messages=(\d+)/.exec(stdout)?.[1])
    },
    kick: async (user) => void (await doveadm('kick', user)),
    stop: async () => {
      const ended = once(server, 'exit')
      server.kill()
      await ended
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

async function answers(port: number, server: ChildProcess): Promise<void> {
  while (server.exitCode === null) {
    const socket = net.connect(port, '127.0.0.1')
    const isOpen = await Promise.race([
      once(socket, 'data').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false)
    socket.destroy()
    if (isOpen) return
    await sleep(50)
  }
  throw new Error(`Dovecot did not start: it ended with ${server.exitCode}`)
}

function oauthOf(introspectionUrl: string): string {
  return [
    `introspection_url = ${introspectionUrl}`,
    'introspection_mode = post',
    'force_introspection = yes',
    'active_attribute = active',
    'active_value = true',
    'username_attribute = username',
    '',
  ].join('\n')
}

function settingsOf(folder: string, port: number): string {
  return `
base_dir = ${folder}/run
state_dir = ${folder}/run
log_path = ${folder}/log
protocols = imap
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
auth_mechanisms = xoauth2 oauthbearer
mail_location = maildir:${folder}/mail/%u
first_valid_uid = 1
default_login_user = nobody
default_internal_user = nobody
default_internal_group = nogroup
userdb {
  driver = static
  args = uid=nobody gid=nogroup home=${folder}/mail/%u allow_all_users=yes
}
passdb {
  driver = oauth2
  args = ${folder}/oauth.conf
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
namespace inbox {
  inbox = yes
  separator = /
}
`
}
