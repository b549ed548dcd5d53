import type { ClientRequest } from 'node:http'

/**
 * Fails a request whose answer goes on in another protocol (101, RFC 9110, section 15.2.2), which none asks for. Without a
 * listener, Node closes the connection and emits nothing at all: the answer would be waited for without an end, by
 * whatever limit of time.
 */
export function refuseUpgrade(request: ClientRequest, fail: (error: Error) => void): void {
  request.on('upgrade', (_answer, socket) => {
    socket.destroy()
    fail(Object.assign(new Error('the answer goes on in another protocol'), { code: 'EPROTO' }))
  })
}
