import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Answered, Question } from './search-asker.ts'

/** Somebody signed in, in a process of its own: browsers don't run on the server, and what they cost is not its cost. */
export interface Asker {
  ask: (path: string) => Promise<Answered>
  stop: () => Promise<void>
}

/** Signs in. Throws when that is refused. */
export async function startAsker(url: string, host: string, logIn: object): Promise<Asker> {
  const child = fork(fileURLToPath(new URL('./search-asker.ts', import.meta.url)))
  const send = async (question: Question): Promise<Answered> => {
    const answered = once(child, 'message') as Promise<[Answered]>
    child.send(question)
    return (await answered)[0]
  }
  const answer = await send({ url: `${url}/api/v1/auth/login`, host, token: '', body: logIn })
  if (answer.status !== 200) throw new Error(`could not sign in: ${answer.text}`)
  const { access_token: token } = JSON.parse(answer.text) as { access_token: string }
  return {
    ask: (path) => send({ url: `${url}${path}`, host, token }),
    stop: async () => {
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}
