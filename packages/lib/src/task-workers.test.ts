import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTaskWorkers, type TaskWorkers } from './task-workers.ts'

let folder: string
let workers: TaskWorkers
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'workers-'))
  const script = join(folder, 'worker.mjs')
  await writeFile(
    script,
    `import { parentPort, threadId } from 'node:worker_threads'
     parentPort.on('message', (task) => {
       if (task === 'loop') for (;;);
       if (task === 'pause') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1500)
       if (task === 'eat') { const all = []; for (;;) all.push(new Array(1e5).fill(all.length)) }
       if (task === 'hoard') {
         const all = []
         for (;;) {
           all.push(new Uint8Array(2e6).fill(1))
           Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5)
         }
       }
       if (task === 'throw') throw new Error('thrown')
       if (task === 'last') setImmediate(() => process.exit())
       parentPort.postMessage([task, threadId])
     })`,
  )
  workers = openTaskWorkers({ script: pathToFileURL(script), count: 1, computeMs: 500, memoryMb: 32 })
})
afterEach(async () => {
  await workers.close()
  await rm(folder, { recursive: true, force: true })
})

test('tasks are answered in turn by the same thread', async () => {
  const results = await Promise.all([workers.run('a'), workers.run('b'), workers.run('c')])
  expect(results.map((result) => result.state)).toEqual(['done', 'done', 'done'])
  const answers = results.map((result) => (result.state === 'done' ? result.answer : undefined))
  const thread = Array.isArray(answers[0]) ? answers[0][1] : undefined
  expect(thread).toEqual(expect.any(Number))
  expect(answers).toEqual([
    ['a', thread],
    ['b', thread],
    ['c', thread],
  ])
})

test('a task whose thread gets no processor time is waited for', async () => {
  expect(await workers.run('pause')).toMatchObject({ state: 'done' })
})

test.each([
  ['loop', 'late'],
  ['eat', 'crashed'],
  ['hoard', 'crashed'],
  ['throw', 'crashed'],
])('a task that does %s ends %s, and the next one is answered', async (task, state) => {
  const [bad, good] = await Promise.all([workers.run(task), workers.run('next')])
  expect(bad.state).toBe(state)
  expect(good).toMatchObject({ state: 'done', answer: ['next', expect.any(Number)] })
})

test('a thread that ends after its answer gets no other task', async () => {
  const started = once(process, 'worker')
  const last = workers.run('last')
  const [worker] = (await started) as [Worker]
  const ended = once(worker, 'exit')
  expect(await last).toMatchObject({ state: 'done' })
  await ended
  expect(await workers.run('next')).toMatchObject({ state: 'done' })
})
