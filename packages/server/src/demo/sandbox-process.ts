import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { ConfigError } from '../base/config.ts'

/** The simulated courts, in a separate process: the outside world shares nothing with the server. */
export interface SandboxProcess {
  url: string
  /** The SMTP port that catches outgoing mail. */
  mailboxPort: number
  startSending: () => Promise<void>
  /** Starts another sending in addition, limited to `count` notices if set. */
  send: (order: { count?: number; rate: number }) => Promise<void>
  stopSending: () => Promise<void>
  stop: () => Promise<void>
}

const program = fileURLToPath(new URL('../../../sandbox/src/main.ts', import.meta.url))

export async function startSandboxProcess(options: {
  folder: string
  smtpPort: number
  rate: number
  /** Where saved documents are shown. */
  dmsUrl: string
}): Promise<SandboxProcess> {
  const { folder, smtpPort, rate, dmsUrl } = options
  const child = spawn(
    process.execPath,
    [
      program,
      '--profile',
      'demo',
      '--folder',
      folder,
      '--smtp',
      `127.0.0.1:${smtpPort}`,
      '--rate',
      String(rate),
      '--dms-url',
      dmsUrl,
      '--stop-with-stdin',
      '--count',
      '0',
    ],
    // It exits when its standard input ends, so it can't outlive a server that was killed.
    { stdio: ['pipe', 'pipe', 'inherit'] },
  )
  const { httpUrl, smtpPort: mailboxPort } = await readyLine(child)
  return {
    url: httpUrl,
    mailboxPort,
    startSending: () => tell(httpUrl, 'send', { rate }),
    send: (order) => tell(httpUrl, 'send', order),
    stopSending: () => tell(httpUrl, 'stop-sending', {}),
    stop: () => end(child),
  }
}

async function tell(url: string, what: 'send' | 'stop-sending', order: object): Promise<void> {
  const answer = await fetch(`${url}/control/${what}`, { method: 'POST', body: JSON.stringify(order) })
  if (!answer.ok) throw new Error(`the simulated courts refuse "${what}": ${await answer.text()}`)
}

interface Ready {
  httpUrl: string
  smtpPort: number
}

function readyLine(child: ChildProcess): Promise<Ready> {
  return new Promise((resolve, reject) => {
    if (!child.stdout) throw new Error('the simulated courts have no output')
    const lines = createInterface(child.stdout)
    lines.once('line', (line) => resolve(JSON.parse(line) as Ready))
    child.once('error', reject)
    child.once('exit', (code) =>
      reject(new ConfigError(`The simulated courts could not start (exit code ${code}); the line above says why.`)),
    )
  })
}

function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    child.once('exit', () => resolve())
    child.kill('SIGTERM')
  })
}
