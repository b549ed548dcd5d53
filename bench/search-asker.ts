import http from 'node:http'

/** Started as a separate process by `startAsker`: calls the API as the console does, and measures each response. */

export interface Question {
  url: string
  host: string
  token: string
  /** The body to post; a search if absent. */
  body?: object
}

export interface Answered {
  status: number
  text: string
  /** From the request to the last byte. */
  ms: number
}

/** One connection that stays open. */
const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })

process.on('message', (question: Question) => {
  ask(question).then(
    (answered) => process.send?.(answered),
    (error: unknown) => process.send?.({ status: 0, text: String(error), ms: 0 } satisfies Answered),
  )
})
process.on('disconnect', () => process.exit())

function ask({ url, host, token, body }: Question): Promise<Answered> {
  const headers = {
    host,
    accept: body ? 'application/json' : 'application/x-protobuf, application/json;q=0.5',
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(body ? { 'content-type': 'application/json' } : {}),
  }
  return new Promise((resolve, reject) => {
    const started = performance.now()
    const request = http.request(url, { agent, headers, method: body ? 'POST' : 'GET' }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const ms = performance.now() - started
        const status = response.statusCode ?? 0
        // No one reads the rows of a search, so they are discarded.
        const text = body || status !== 200 ? Buffer.concat(chunks).toString() : ''
        resolve({ status, text, ms })
      })
    })
    request.on('error', reject)
    request.end(body && JSON.stringify(body))
  })
}
