import type { Socket } from 'node:net'

/** Calls back with every command line; literals (`{12}`) are requested and inserted as quoted strings. */
export function readCommands(socket: Socket, onLine: (line: string) => void): void {
  let buffered = ''
  let line = ''
  const next = (): boolean => {
    const end = buffered.indexOf('\r\n')
    if (end < 0) return false
    const text = buffered.slice(0, end)
    const literal = /\{(\d+)(\+?)\}$/.exec(text)
    const size = Number(literal?.[1] ?? 0)
    if (!literal) {
      buffered = buffered.slice(end + 2)
      onLine(line + text)
      line = ''
      return true
    }
    const isAsked = line.endsWith('\0')
    if (!isAsked && literal[2] === '') socket.write('+ go on\r\n')
    line = isAsked ? line : `${line}\0`
    if (buffered.length < end + 2 + size) return false
    const value = buffered.slice(end + 2, end + 2 + size)
    line = `${line.slice(0, -1)}${text.slice(0, literal.index)}"${value}"`
    buffered = buffered.slice(end + 2 + size)
    return true
  }
  socket.on('data', (chunk) => {
    buffered += chunk.toString('latin1')
    let isGoingOn = true
    while (isGoingOn) isGoingOn = next()
  })
}
