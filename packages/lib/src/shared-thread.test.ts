import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openSharedThread, type SharedThread } from './shared-thread.ts'
import { StalledError } from './watch-work.ts'

/** Answers with the number of threads started so far. */
const script = `
  import { workerData } from 'node:worker_threads'
  import { answerQuestions } from '${new URL('./answer-questions.ts', import.meta.url)}'
  const count = Atomics.add(workerData, 0, 1) + 1
  const gate = Promise.withResolvers()
  answerQuestions(async (question) => {
    if (question === 'loop') for (;;);
    if (question === 'pause') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1500)
    if (question === 'eat') { const all = []; for (;;) all.push(new Array(1e5).fill(all.length)) }
    if (question === 'exit') process.exit(3)
    if (question === 'throw') throw new Error('thrown')
    if (question === 'wait') return gate.promise
    if (question === 'open') gate.resolve('open')
    if (question === 'wait for the second thread' && count === 1) return new Promise(() => {})
    return count
  })`

let folder: string
let thread: SharedThread
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shared-thread-'))
  const data = new Int32Array(new SharedArrayBuffer(4))
  const file = join(folder, 'worker.mjs')
  await writeFile(file, script)
  thread = openSharedThread({ script: pathToFileURL(file), data, computeMs: 500, memoryMb: 32 })
})
afterEach(async () => {
  await thread.close()
  await rm(folder, { recursive: true, force: true })
})

test('a waiting question does not block the others, and one thread answers all of them', async () => {
  const waiting = thread.ask('wait')
  expect(await Promise.all([thread.ask('a'), thread.ask('b'), thread.ask('open')])).toEqual(
    Array(3).fill({ state: 'done', answer: 1 }),
  )
  expect(await waiting).toEqual({ state: 'done', answer: 'open' })
})

test('an error fails only the question that threw it', async () => {
  const [bad, good] = await Promise.all([thread.ask('throw'), thread.ask('a')])
  expect(bad).toEqual({ state: 'failed', error: new Error('thrown') })
  expect(good.state).toBe('done')
})

test.each([
  ['loop', 'late'],
  ['eat', 'crashed'],
  ['exit', 'crashed'],
])('a question that does %s is %s; concurrent ones are answered on another thread', async (bad, state) => {
  const results = await Promise.all(['wait for the second thread', bad, 'a'].map(thread.ask))
  expect(results.map((result) => result.state)).toEqual(['done', state, 'done'])
  expect(results[0]).toMatchObject({ answer: 2 })
  expect(await thread.ask('a')).toMatchObject({ answer: 3 })
})

test('a question whose thread gets no processor time is waited for, since it used none', async () => {
  const results = await Promise.all(['pause', 'a'].map(thread.ask))
  expect(results.map((result) => result.state)).toEqual(['done', 'done'])
})

test('a machine that never gives the thread its time is a reason to try again, not one to refuse', async () => {
  const busy = openSharedThread({
    script: pathToFileURL(join(folder, 'worker.mjs')),
    data: new Int32Array(new SharedArrayBuffer(4)),
    computeMs: 500,
    stallMs: 1_000,
    memoryMb: 32,
  })
  await busy.ask('a')
  await expect(busy.ask('pause')).rejects.toThrow(StalledError)
  await busy.close()
})

test('if questions must not be repeated, all that an ended thread left unanswered have crashed', async () => {
  const data = new Int32Array(new SharedArrayBuffer(4))
  const once = openSharedThread({
    script: pathToFileURL(join(folder, 'worker.mjs')),
    data,
    computeMs: 500,
    memoryMb: 32,
    isRepeatable: false,
  })
  const results = await Promise.all(['wait for the second thread', 'exit', 'wait'].map(once.ask))
  expect(results.map((result) => result.state)).toEqual(['crashed', 'crashed', 'crashed'])
  expect(await once.ask('a')).toEqual({ state: 'done', answer: 2 })
  await once.close()
})

test('a question asked alone is blamed at once', async () => {
  expect((await thread.ask('exit')).state).toBe('crashed')
  expect(await thread.ask('a')).toEqual({ state: 'done', answer: 2 })
})

test('a closed thread answers nothing', async () => {
  const waiting = thread.ask('wait')
  await thread.ask('a')
  await thread.close()
  expect((await waiting).state).toBe('crashed')
  expect((await thread.ask('a')).state).toBe('crashed')
})
