import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { eventually } from './testing/eventually.ts'
import { startReceiver } from './testing/start-receiver.ts'

const main = fileURLToPath(new URL('main.ts', import.meta.url))
const start = (...flags: string[]) => spawn(process.execPath, [main, ...flags], { stdio: ['ignore', 'pipe', 'pipe'] })

test('the process prints its addresses as one line of JSON, sends as configured, and ends on SIGTERM', async () => {
  const receiver = await startReceiver()
  const child = start(
    '--seed',
    '9',
    '--profile',
    'bench',
    '--smtp',
    `127.0.0.1:${receiver.port}`,
    '--rate',
    '50',
    '--count',
    '3',
  )
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  const ready = JSON.parse(line.toString()) as { httpUrl: string; smtpPort: number; seed: string }
  expect(ready).toMatchObject({ seed: '9', smtpPort: expect.any(Number) })
  const world = (await (await fetch(`${ready.httpUrl}/world`)).json()) as { seed: string }
  expect(world.seed).toBe('9')
  await eventually(async () => expect(await (await fetch(`${ready.httpUrl}/control/sending`)).json()).toEqual([]))
  expect(receiver.messages.length).toBeGreaterThanOrEqual(3)
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([0, null])
  await receiver.stop()
})

test.each([
  [['--smtp', 'nowhere'], '--smtp must be HOST:PORT, not "nowhere"'],
  [['--rate', 'fast'], '--rate must be a number, not "fast"'],
  [['--profile', 'real'], '--profile must be demo, test or bench, not "real"'],
])('wrong flags %j exit with a sentence and code 2', async (flags, sentence) => {
  const child = start(...flags)
  const said: Buffer[] = []
  child.stderr.on('data', (chunk: Buffer) => said.push(chunk))
  expect(await once(child, 'close')).toEqual([2, null])
  expect(Buffer.concat(said).toString().trim()).toBe(sentence)
})
