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

/** In the form of RFC 3501, section 9: ` 3-Nov-2025 09:00:00 +0000`. */
export function imapDate(date: Date): string {
  const [, day = '', month, year, time] = /, (\d\d) (\w+) (\d+) ([\d:]+)/.exec(date.toUTCString()) ?? []
  return `${day.replace(/^0/, ' ')}-${month}-${year} ${time} +0000`
}
