import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { ApiError } from '@courtcrier/contract/errors.ts'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type AllowedMethods, wrongMethod } from './allowed-methods.ts'
import { sendProblem } from './problems.ts'

/** Where `npm run build` puts the console. */
export const builtConsole = fileURLToPath(new URL('../../../../console/dist/', import.meta.url))

/**
 * Serves the built console: hashed files are cached forever, its page is always fresh and answers every address of a
 * screen. Anything else that doesn't exist is a problem, with `Allow` if only the method is wrong.
 */
export async function serveConsole(
  app: FastifyInstance,
  { folder, allowed }: { folder: string; allowed: AllowedMethods },
): Promise<void> {
  const isBuilt = isConsoleBuilt(folder)
  if (isBuilt)
    await app.register(fastifyStatic, {
      ...{ root: folder, cacheControl: false, setHeaders: setCaching, redirect: false },
      // `vite build` puts a compressed copy next to each file.
      preCompressed: true,
    })
  app.setNotFoundHandler((request, reply) => {
    if (!wantsScreen(request)) return sendMissing(request, reply, allowed)
    return isBuilt ? reply.sendFile('index.html') : sendUnbuilt(reply)
  })
}

/** Without it, every page says that there is none. */
export function isConsoleBuilt(folder = builtConsole): boolean {
  return existsSync(path.join(folder, 'index.html'))
}

/** Vite names the files in assets/ by their content. */
function setCaching(reply: FastifyReply, file: string): void {
  const isHashed = file.split(path.sep).at(-2) === 'assets'
  reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
}

/** A browser that opens an address, not a missing script or image. */
function wantsScreen(request: FastifyRequest): boolean {
  const address = request.url.split('?')[0] ?? ''
  const isPage = (request.headers.accept ?? '').includes('text/html')
  return (
    ['GET', 'HEAD'].includes(request.method) && isPage && !/^\/api(\/|$)/.test(address) && !/^\/assets\//.test(address)
  )
}

function sendMissing(request: FastifyRequest, reply: FastifyReply, allowed: AllowedMethods): FastifyReply {
  const [address = ''] = request.url.split('?')
  const methods = allowed(address)
  // A route that hides itself from this caller is not there.
  const isOther = methods.length > 0 && !methods.includes(request.method)
  const error = isOther
    ? wrongMethod(reply, address, methods)
    : new ApiError('not_found', { sentence: `There is nothing at ${request.method} ${address}.` })
  return sendProblem(reply, error, request)
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
