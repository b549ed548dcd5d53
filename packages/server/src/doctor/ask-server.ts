import { connect } from 'node:net'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import * as z from 'zod/mini'
import type { Config } from '../base/config.ts'
import type { Check } from './check.ts'

/** Identity providers and mail servers that don't answer are waited for. */
const answerMs = 60_000

const answer = z.array(z.object({ name: z.string(), state: z.enum(['ok', 'warning', 'failed']), sentence: z.string() }))

/** Where a server answers. No other user of the machine can enter the data folder, so it needs no token. */
export function doctorSocket({ dataFolder }: Pick<Config, 'dataFolder'>): string {
  return path.resolve(dataFolder, 'doctor.sock')
}

/** What the server that has the embedded database says of it; undefined if none answers. */
export async function askServer(config: Pick<Config, 'dataFolder'>): Promise<readonly Check[] | undefined> {
  const socket = connect(doctorSocket(config))
  const timer = setTimeout(() => socket.destroy(new Error('no answer')), answerMs)
  try {
    return answer.parse(JSON.parse(await text(socket)))
  } catch {
    return undefined
  } finally {
    clearTimeout(timer)
    socket.destroy()
  }
}
