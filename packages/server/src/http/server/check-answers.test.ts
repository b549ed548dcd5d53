import { defineCall } from '@courtcrier/contract/calls/call.ts'
import fastify, { type FastifyInstance } from 'fastify'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import * as z from 'zod/mini'
import { logWrongAnswers } from './check-answers.ts'
import { checkAnswersBy, serveCall } from './serve-call.ts'

const answer = z.object({ count: z.number(), name: z.optional(z.string()) })
const common = { method: 'GET', tag: 'Tests', summary: 'Counts', answer } as const
const [one, other] = [defineCall({ ...common, path: '/one' }), defineCall({ ...common, path: '/other' })]

let app: FastifyInstance
let answers: unknown
let logged: { err: { message: string }; msg: string; level: number }[]

beforeEach(() => {
  logged = []
  answers = { count: 1 }
  const write = (line: string) => void logged.push(JSON.parse(line))
  app = fastify({ logger: { level: 'warn', stream: { write } } })
  for (const call of [one, other]) serveCall(app, call, async () => answers as { count: number })
  return () => app.close()
})

/** Checks answers as a running server does, by a clock that each reading moves on by a millisecond. */
function checkAsInProduction() {
  const clock = { now: 0 }
  const former = checkAnswersBy(logWrongAnswers(() => clock.now++))
  onTestFinished(() => void checkAnswersBy(former))
  return clock
}

async function ask(path: '/one' | '/other') {
  const { statusCode, body } = await app.inject({ url: path })
  return [statusCode, JSON.parse(body)]
}

const wrong = { count: 'a secret', name: 'Ada', more: true }

test('in a test a wrong answer is refused, with its cause in the log', async () => {
  expect(await ask('/one')).toEqual([200, { count: 1 }])
  answers = wrong
  expect((await app.inject({ url: '/one' })).statusCode).toBe(500)
  expect(logged).toMatchObject([{ err: { message: expect.stringContaining('GET /one is not as defined: count: ') } }])
})

test('a running server logs the first wrong answer of each call with its cause, and sends them all', async () => {
  const clock = checkAsInProduction()
  answers = wrong
  for (const path of ['/one', '/one', '/other', '/one', '/other'] as const) {
    expect(await ask(path)).toEqual([200, { count: 'a secret', name: 'Ada' }])
    clock.now += 1000
  }
  expect(logged.map(({ err, msg }) => [err.message, msg])).toEqual(
    [one, other].map(({ path }) => [
      expect.stringMatching(
        new RegExp(`^The answer of GET ${path} is not as defined: count: .+; more is not in the definition$`),
      ),
      'an answer that does not match its definition was sent all the same',
    ]),
  )
  expect(JSON.stringify(logged)).not.toContain('a secret')
})

test('a server that no test has set up does so', async () => {
  // A copy of its own of the module, which the setup of tests hasn't changed.
  const path = './serve-call.ts?untouched'
  const { serveCall: serve }: typeof import('./serve-call.ts') = await import(/* @vite-ignore */ path)
  serve(app, defineCall({ ...common, path: '/own' }), async () => answers as { count: number })
  answers = wrong
  const { statusCode } = await app.inject({ url: '/own' })
  expect([statusCode, logged.length]).toEqual([200, 1])
})

test('a running server logs nothing of answers that match their definition', async () => {
  checkAsInProduction()
  expect(await ask('/one')).toEqual([200, { count: 1 }])
  expect(logged).toEqual([])
})

test('after a check, a running server makes none for 99 times as long', async () => {
  const clock = checkAsInProduction()
  expect(await ask('/one')).toEqual([200, { count: 1 }])
  answers = wrong
  // The check took from 0 to 1.
  clock.now = 99
  expect((await ask('/one'))[0]).toBe(200)
  expect(logged).toEqual([])
  clock.now = 100
  expect((await ask('/one'))[0]).toBe(200)
  expect(logged).toHaveLength(1)
})
