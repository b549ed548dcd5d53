import { spawnSync } from 'node:child_process'
import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import ssh2 from 'ssh2'

/** How a private key is encoded, which determines its first line. */
export interface KeyForm {
  type: 'ed25519' | 'rsa' | 'ecdsa'
  format: 'OpenSSH' | 'PEM' | 'PKCS #8'
  passphrase: string
}

export interface KeyPair {
  private: string
  /** One line, as in `authorized_keys`. */
  public: string
}

/** Creates a key pair with Node and `ssh2`, which works on every machine. */
export function makeKeys({ type, format, passphrase }: KeyForm): KeyPair {
  if (format === 'OpenSSH') return openSshKeys(type, passphrase)
  const { privateKey, form } = pemKey(type)
  const encryption = passphrase === '' ? {} : { cipher: 'aes-128-cbc', passphrase }
  const written = privateKey.export({ type: format === 'PEM' ? form : 'pkcs8', format: 'pem', ...encryption })
  return { private: String(written), public: publicLine(privateKey.export({ type: form, format: 'pem' })) }
}

/** Some of the keys that the package generates can't be read by the package itself: about one in 250. */
export function openSshKeys(type: KeyForm['type'], passphrase = ''): KeyPair {
  const bits = type === 'ecdsa' ? (256 as const) : 2048
  const options = { bits, ...(passphrase === '' ? {} : { passphrase, cipher: 'aes256-cbc', rounds: 16 }) }
  const keys = ssh2.utils.generateKeyPairSync<KeyForm['type']>(type, options)
  return ssh2.utils.parseKey(keys.private, passphrase) instanceof Error ? openSshKeys(type, passphrase) : keys
}

function pemKey(type: KeyForm['type']): { privateKey: KeyObject; form: 'pkcs1' | 'sec1' } {
  if (type === 'rsa') return { ...generateKeyPairSync('rsa', { modulusLength: 2048 }), form: 'pkcs1' }
  if (type === 'ecdsa') return { ...generateKeyPairSync('ec', { namedCurve: 'P-256' }), form: 'sec1' }
  throw new Error(`A key by ${type} is written in OpenSSH's form only.`)
}

function publicLine(pem: string | Buffer): string {
  const key = ssh2.utils.parseKey(pem)
  if (key instanceof Error) throw key
  return `${key.type} ${key.getPublicSSH().toString('base64')}`
}

/** Returns whether Debian's ssh-keygen is installed; logs if it isn't. */
export function hasKeygen(): boolean {
  const isThere = spawnSync('ssh-keygen', ['-?']).error === undefined
  if (!isThere)
    process.stdout.write(
      'Skipped: ssh-keygen is not installed (apt-get install openssh-client), so keys are only those of Node and ssh2.\n',
    )
  return isThere
}

let count = 0

/** Creates a key pair with ssh-keygen, in new files of a folder. */
export async function keygen({ type, format, passphrase }: KeyForm, folder: string): Promise<KeyPair> {
  const file = path.join(folder, `key ${++count}`)
  const size = type === 'rsa' ? ['-b', '2048'] : []
  const written = { OpenSSH: [], PEM: ['-m', 'PEM'], 'PKCS #8': ['-m', 'PKCS8'] }[format]
  const args = ['-q', '-t', type, ...size, ...written, '-N', passphrase, '-f', file]
  const { status, stderr } = spawnSync('ssh-keygen', args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  return { private: await readFile(file, 'utf8'), public: (await readFile(`${file}.pub`, 'utf8')).trim() }
}
