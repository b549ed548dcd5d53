import type { AnswerOf, BodyOf, Call, ParamsOf, QueryOf } from '@courtcrier/contract/calls/call.ts'
import { isBytes, mediaTypesOf, stepsType } from '@courtcrier/contract/calls/call.ts'
import { readInput } from '@courtcrier/contract/calls/read-input.ts'
import { toWire, wireName } from '@courtcrier/contract/calls/wire-names.ts'
import { ApiError } from '@courtcrier/contract/errors.ts'
import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { isUuid } from '@courtcrier/contract/uuid.ts'
import { decodeTexts } from '@courtcrier/contract/wire.ts'
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import { operationOf } from '../openapi/call-operation.ts'
import { answerInSteps } from './answer-in-steps.ts'
import { type AnswerCheck, logWrongAnswers } from './check-answers.ts'
import { readObject } from './negotiation.ts'
import { chargeTime } from './work-budget.ts'

/** A call's input, read and checked by its definition. */
export interface CallInput<C extends Call> {
  params: ParamsOf<C>
  query: QueryOf<C>
  body: BodyOf<C>
  request: FastifyRequest
  reply: FastifyReply
}

/**
 * Answers a call. Content that isn't only JSON is sent by the handler itself, which returns the reply. With `tell`, the
 * client wants the answer in steps.
 */
type Handler<C extends Call> = (
  asked: CallInput<C>,
  tell?: (step: AnswerOf<C>) => void,
) => C['isMessageToo'] extends true
  ? Promise<FastifyReply>
  : Promise<C['answer'] extends z.ZodMiniType ? AnswerOf<C> : C['answer'] extends object ? FastifyReply : void>

/**
 * Serves a call: its route, its input, and its answer with the names on the wire. Throws `not_found` for an invalid ID,
 * and `invalid_input` with the field for anything the definition doesn't allow.
 */
export function serveCall<const C extends Call>(
  api: FastifyInstance,
  call: C,
  handle: Handler<C>,
  { exposeHeadRoute = true, bodyLimit, ...config }: RouteOptions = {},
): void {
  const { method, path: url, answer, status, body } = call
  api.route({
    method,
    url,
    exposeHeadRoute,
    ...(bodyLimit === undefined ? {} : { bodyLimit }),
    config: {
      ...config,
      ...(body && isBytes(body) ? { bodyTypes: mediaTypesOf(body) } : {}),
      operation: () => operationOf(call),
    },
    handler: async (request, reply) => {
      const asked = chargeTime(request, () => readAsked(call, request))
      if (call.isInSteps && request.headers.accept?.includes(stepsType))
        return answerInSteps(
          reply,
          (tell) => handle({ ...asked, request, reply }, tell),
          (made) => {
            checkAnswer(call, made, request.log)
            return answer && !isBytes(answer) ? toWire(answer, made) : made
          },
        )
      const made: unknown = await handle({ ...asked, request, reply })
      if (answer === undefined) return reply.code(status ?? 204).send()
      if (isBytes(answer) || call.isMessageToo) return made
      if (made === undefined && call.mayBeNothing) return reply.code(204).send()
      checkAnswer(call, made, request.log)
      // A handler may have set another status for a less usual result.
      return reply.code(reply.statusCode === 200 ? (status ?? 200) : reply.statusCode).send(toWire(answer, made))
    },
  })
}

interface RouteOptions extends Omit<FastifyContextConfig, 'operation'> {
  exposeHeadRoute?: boolean
  /** In bytes. */
  bodyLimit?: number
}

function readAsked<C extends Call>(call: C, request: FastifyRequest): Pick<CallInput<C>, 'params' | 'query' | 'body'> {
  const params = request.params as Readonly<Record<string, string>>
  for (const [name, value] of Object.entries(params)) {
    const known = call.params?.[name]
    if (known ? 'problems' in readInput(known, value) : !isUuid(value)) throw new ApiError('not_found')
  }
  return {
    params: params as ParamsOf<C>,
    query: (call.query ? read(call.query, request.query) : undefined) as QueryOf<C>,
    body: (call.body && !isBytes(call.body)
      ? read(call.body, call.mayBeEmpty && request.body === undefined ? {} : readBody(call, request), call)
      : undefined) as BodyOf<C>,
  }
}

/** Returns the body as JSON; it may have been sent as a protobuf message. */
function readBody({ message, body }: Call, request: FastifyRequest): AnyRow {
  if (!message || !body || !Buffer.isBuffer(request.body)) return readObject(request)
  const values = Object.entries(decodeTexts(message.numbers, request.body))
  return Object.fromEntries(values.map(([name, value]) => [wireName(body, name), value]))
}

function read(schema: z.ZodMiniType, sent: unknown, options: Pick<Call, 'skipsUnknown'> = {}): unknown {
  const result = readInput(schema, sent, options)
  if ('problems' in result) throw new ApiError('invalid_input', { problems: result.problems })
  return result.value
}

let checkAnswer: AnswerCheck = logWrongAnswers()

/** Replaces the check of answers: in tests, a wrong one fails. Returns the check there was. */
export function checkAnswersBy(check: AnswerCheck): AnswerCheck {
  const former = checkAnswer
  checkAnswer = check
  return former
}
