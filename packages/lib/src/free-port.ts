import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * Below what Linux, macOS and Windows give to connections and to servers that take any port: between the look and its use,
 * one of those would get it. And above the ports that browsers and `fetch` refuse.
 */
const first = 12_000
const end = 32_768

/** A currently unused port on the loopback address. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(first, end)
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' || error.code === 'EACCES' ? resolve(false) : reject(error),
    )
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
