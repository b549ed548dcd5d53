import { PassThrough } from 'node:stream'
import { stepsType } from '@courtcrier/contract/calls/call.ts'
import type { FastifyReply } from 'fastify'

/**
 * Answers with one line of JSON for each step, as it is made, and with the whole as the last line. What fails before the
 * first step is answered as usual; after it, the connection is ended without a last line.
 */
export async function answerInSteps<Step>(
  reply: FastifyReply,
  run: (tell: (step: Step) => void) => Promise<unknown>,
  toJson: (made: unknown) => unknown,
): Promise<FastifyReply> {
  const lines = new PassThrough()
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const write = (made: unknown) => {
    // Nothing is kept for a client that doesn't read: the next step says it all.
    if (!lines.destroyed && lines.readableLength === 0) lines.write(`${JSON.stringify(toJson(made))}\n`)
  }
  const whole = run((step) => {
    write(step)
    begin()
  }).then((made) => `${JSON.stringify(toJson(made))}\n`)
  await Promise.race([begun, whole])
  whole.then(
    (last) => lines.end(last),
    (error: unknown) => {
      reply.log.warn({ err: error }, 'an answer in steps broke off')
      lines.destroy(error instanceof Error ? error : undefined)
    },
  )
  // Compressed lines would wait for more, and so would those that Nginx buffers.
  reply.request.headers['x-no-compression'] = 'true'
  return reply.header('x-accel-buffering', 'no').header('cache-control', 'no-store').type(stepsType).send(lines)
}
