import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { ApiError } from '@courtcrier/contract/errors.ts'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sendProblem } from './problems.ts'

/** Where `npm run build` leaves the console. */
export const builtConsole = fileURLToPath(new URL('../../../console/dist/', import.meta.url))

/**
 * Serves the built console: hashed files for ever, its page always fresh and for every address that is a
 * screen. Everything else that is not there is a problem.
 */
export async function serveConsole(app: FastifyInstance, folder: string): Promise<void> {
  const isBuilt = existsSync(path.join(folder, 'index.html'))
  if (isBuilt)
    await app.register(fastifyStatic, { root: folder, cacheControl: false, setHeaders: setCaching, redirect: false })
  app.setNotFoundHandler((request, reply) => {
    if (!wantsScreen(request)) return sendProblem(reply, missing(request), request)
    return isBuilt ? reply.sendFile('index.html') : sendUnbuilt(reply)
  })
}

/** Vite names what lies under assets/ by its content. */
function setCaching(reply: FastifyReply, file: string): void {
  const isHashed = file.split(path.sep).at(-2) === 'assets'
  reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
}

/** A browser that opens an address, and not a script or picture that is missing. */
function wantsScreen(request: FastifyRequest): boolean {
  const address = request.url.split('?')[0] ?? ''
  const isPage = (request.headers.accept ?? '').includes('text/html')
  return (
    ['GET', 'HEAD'].includes(request.method) && isPage && !/^\/api(\/|$)/.test(address) && !/^\/assets\//.test(address)
  )
}

function missing(request: FastifyRequest): ApiError {
  return new ApiError('not_found', { sentence: `There is nothing at ${request.method} ${request.url.split('?')[0]}.` })
}

function sendUnbuilt(reply: FastifyReply): FastifyReply {
  return reply.code(503).type('text/html; charset=utf-8').send(unbuiltPage)
}

const unbuiltPage = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Courtcrier: the console is not built</title></head>
<body>
<h1>The console is not built yet</h1>
<p>The server runs. Run <code>npm run build</code> in the folder of Courtcrier and start it again.</p>
</body>
</html>
`
